import type { openDatasets } from '../dataset.ts'
import { httpError } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import { inProject, type Route, readJson, sendJson } from '../http/http.ts'

/** The routes of `sanity schemas`: one `system.schema` document per workspace. */
export function schemaRoutes(datasets: ReturnType<typeof openDatasets>): Route[] {
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
  return [
    {
      method: ['GET', 'PUT', 'DELETE'],
      path: inProject(String.raw`\/datasets\/([^/]+)\/schemas(?:\/([^/]+))?`),
      // Continuous integration deploys schemas with an editor's token.
      access: { read: 'viewer', change: 'editor' },
      async run({ req, res, identity: author }, name, id) {
        const dataset = datasets.getOrThrow(name)
        const found = () =>
          (dataset.content.view('raw', true).byType.get('system.schema') ?? []).filter(
            (doc) => !id || doc._id === id,
          )
        if (req.method === 'PUT') {
          const { schemas } = await readJson(req)
          if (!Array.isArray(schemas)) throw httpError(400, 'schemas must be an array')
          const documents = schemas.map(documentOf)
          const mutations = documents.map((createOrReplace) => ({ createOrReplace }))
          await dataset.commit(mutations, { author })
          const stored = documents.map(({ _id }) => dataset.content.documents.get(_id))
          return sendJson(res, stored)
        }
        if (req.method !== 'DELETE') return sendJson(res, found())
        if (!id) throw httpError(400, 'The id of the schema is missing')
        const deleted = found().length > 0
        if (deleted) await dataset.commit([{ delete: { id } }], { author })
        sendJson(res, { deleted })
      },
    },
  ]
}
