import type { Compiler } from './compiler.ts'
import { arrayFunctions } from './functions/array.ts'
import { dateTimeFunctions } from './functions/dateTime.ts'
import type { FunctionDefinition, FunctionSet } from './functions/definition.ts'
import { deltaFunctions } from './functions/delta.ts'
import { diffFunctions } from './functions/diff.ts'
import { documentFunctions } from './functions/documents.ts'
import { geoFunctions } from './functions/geo.ts'
import { globalFunctions } from './functions/global.ts'
import { legacyFunctions } from './functions/legacy.ts'
import { mathFunctions } from './functions/math.ts'
import { mediaFunctions } from './functions/media.ts'
import { compileOrder } from './functions/order.ts'
import { ptFunctions } from './functions/pt.ts'
import { releaseFunctions } from './functions/releases.ts'
import { sanityFunctions } from './functions/sanity.ts'
import { compileScore } from './functions/score.ts'
import { stringFunctions } from './functions/string.ts'
import { textFunctions } from './functions/text.ts'
import { userFunctions } from './functions/user.ts'
import type { Evaluate } from './runtime.ts'
import type { CustomFunction, Node, NodeOf, Step } from './syntax.ts'
import { descendants } from './syntax.ts'
import { combine } from './traversal.ts'

const NAMESPACES = new Map<string, FunctionSet>(
  Object.entries({
    global: globalFunctions,
    array: arrayFunctions,
    dateTime: dateTimeFunctions,
    delta: deltaFunctions,
    diff: diffFunctions,
    documents: documentFunctions,
    geo: geoFunctions,
    math: mathFunctions,
    media: mediaFunctions,
    pt: ptFunctions,
    releases: releaseFunctions,
    sanity: sanityFunctions,
    string: stringFunctions,
    text: textFunctions,
    user: userFunctions,
  } satisfies Record<string, FunctionSet>),
)

const PIPES = new Map([
  ['order', (compiler: Compiler, node: NodeOf<'pipe'>) => compileOrder(compiler, node)],
  ['score', compileScore],
])

export function compileCall(compiler: Compiler, node: NodeOf<'call'>): Evaluate {
  const custom = compiler.query.functions.find((f) => f.namespace === node.namespace && f.name === node.name)
  if (custom) return compileCustomCall(compiler, custom, node)
  const definition = definitionOf(compiler, node)
  const [least, most] = definition.arity
  const { length } = node.args
  if (length < least || length > most)
    compiler.fail(
      `incorrect number of arguments to function ${nameOf(node)}(): expected ${argumentsIn(least, most)}, got ${length}`,
      node,
    )
  if ('compile' in definition) return definition.compile(compiler, node)
  const { evaluate } = definition
  const args = node.args.map((arg) => compiler.expression(arg))
  return compiler.computed((runtime, scope) =>
    evaluate(runtime, scope, ...args.map((arg) => arg(runtime, scope))),
  )
}

function argumentsIn(least: number, most: number): string {
  if (least === most) return `${least} argument${least === 1 ? '' : 's'}`
  return most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most} arguments`
}

const nameOf = ({ namespace, name }: { namespace: string; name: string }) =>
  namespace === 'global' ? name : `${namespace}::${name}`

function definitionOf(compiler: Compiler, node: NodeOf<'call'>): FunctionDefinition {
  if (compiler.legacy && !(node.namespace === 'global' && Object.hasOwn(legacyFunctions, node.name)))
    compiler.fail(`${nameOf(node)}() is not in GROQ 0.1: use API version v2021-03-25 or later`, node)
  const set = compiler.legacy ? legacyFunctions : NAMESPACES.get(node.namespace)
  if (!set) compiler.fail(`unknown namespace "${node.namespace}" of function "${nameOf(node)}()"`, node)
  const definition = Object.hasOwn(set, node.name) ? set[node.name] : undefined
  if (!definition) compiler.fail(`unknown function "${nameOf(node)}()"`, node)
  return definition
}

export function compilePipe(compiler: Compiler, node: NodeOf<'pipe'>): Evaluate {
  const compile = PIPES.get(nameOf(node)) ?? compiler.fail(`unknown pipe function "${nameOf(node)}()"`, node)
  if (node.args.length === 0) compiler.fail(`${node.name}() needs at least one argument`, node)
  return compile(compiler, node)
}

/** Checks and compiles all custom functions. https://spec.groq.dev/#sec-Custom-functions */
export function checkCustomFunctions(compiler: Compiler) {
  const names = new Set<string>()
  for (const custom of compiler.query.functions) {
    const name = nameOf(custom)
    if (names.has(name)) compiler.fail(`function ${name}() is defined twice`, custom)
    names.add(name)
    compileBody(compiler, custom, custom)
  }
}

/** The argument replaces the parameter. The body sees only its own scopes. */
function compileCustomCall(compiler: Compiler, custom: CustomFunction, node: NodeOf<'call'>): Evaluate {
  if (node.args.length !== 1)
    compiler.fail(
      `incorrect number of arguments to function ${nameOf(custom)}(): expected 1 argument, got ${node.args.length}`,
      node,
    )
  const argument = compiler.expression(node.args[0]!)
  const traverse = compileBody(compiler, custom, node)
  return (runtime, scope) => traverse(runtime, argument(runtime, scope), scope)
}

function compileBody(compiler: Compiler, custom: CustomFunction, at: NodeOf<'call'> | CustomFunction) {
  const { body } = custom
  if (body.type !== 'traversal' || !isParameter(body.base, custom) || !FORMS.has(formOf(body.steps)))
    compiler.fail('the body of a function must be a projection of its parameter', body)
  for (const step of body.steps)
    if (step.type === 'projection')
      for (const inner of descendants(step.object))
        if (isParameter(inner, custom))
          compiler.fail(`param $${custom.parameter} may be used only once in a function`, inner)
  return compiler.inBody(custom, at, () => combine(compiler, body.base, body.steps).traverse)
}

const isParameter = (node: Node, { parameter }: CustomFunction) =>
  node.type === 'parameter' && node.name === parameter
/** `$p{…}`, `$p->{…}`, `$p[]{…}`, `$p[]->{…}` */
const FORMS = new Set([
  'projection',
  'dereference projection',
  'postfix projection',
  'postfix dereference projection',
])
const formOf = (steps: Step[]) => steps.map((step) => step.type).join(' ')
