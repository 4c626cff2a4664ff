import type { openDatasets } from '../dataset.ts'
import { httpError } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import { type Route, readJson, sendJson } from '../http/http.ts'

/** The routes of `sanity schemas`: one `system.schema` document per workspace. */
export function schemaRoutes({
  datasets,
  path,
}: {
  datasets: ReturnType<typeof openDatasets>
  path: (pattern: string) => RegExp
}): Route[] {
  function documentOf(input: unknown) {
    const { workspace, schema, tag, version } = isObject(input) ? input : {}
    if (!isObject(workspace) || typeof workspace.name !== 'string' || !workspace.name || schema === undefined)
      throw httpError(400, 'Each of schemas needs a workspace, with a name, and a schema')
    // The format of the CLI.
    const id = [workspace.name.replace(/[^\w-]/g, '_'), ...(tag ? ['tag', tag] : [])].join('.')
    return {
      _id: `_.schemas.${id}`,
      _type: 'system.schema',
      workspace,
      version,
      ...(tag ? { tag } : {}),
      schema: typeof schema === 'string' ? schema : JSON.stringify(schema),
    }
  }
  const schemasIn = (name: string, id?: string) =>
    (datasets.getOrThrow(name).content.view('raw', true).byType.get('system.schema') ?? []).filter(
      (doc) => !id || doc._id === id,
    )
  const SCHEMAS = path(String.raw`\/datasets\/([^/]+)\/schemas(?:\/([^/]+))?`)
  return [
    {
      method: 'GET',
      path: SCHEMAS,
      access: 'viewer',
      run: ({ res }, name, id) => sendJson(res, schemasIn(name, id)),
    },
    {
      method: ['PUT', 'DELETE'],
      path: SCHEMAS,
      // A continuous integration deploys schemas with an editor's token.
      access: 'editor',
      async run({ req, res, identity }, name, id) {
        const dataset = datasets.getOrThrow(name)
        const options = { author: identity }
        if (req.method === 'DELETE') {
          if (!id) throw httpError(400, 'The id of the schema is missing')
          const deleted = schemasIn(name, id).length > 0
          if (deleted) await dataset.commit([{ delete: { id } }], options)
          return sendJson(res, { deleted })
        }
        const { schemas } = await readJson(req)
        if (!Array.isArray(schemas)) throw httpError(400, 'schemas must be an array')
        const documents = schemas.map(documentOf)
        await dataset.commit(
          documents.map((createOrReplace) => ({ createOrReplace })),
          options,
        )
        sendJson(
          res,
          documents.map(({ _id }) => dataset.content.documents.get(_id)),
        )
      },
    },
  ]
}
