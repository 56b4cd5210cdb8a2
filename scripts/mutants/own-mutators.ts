// Faults that none of StrykerJS's mutators makes. A node is one of Babel's; ESTree has the same ones.

export interface Node {
  type: string
  [part: string]: unknown
}

export interface Path {
  node: Node
  parentPath: Path | null
}

interface Mutator {
  /** As the option `excludedMutations` names it. */
  name: string
  mutate: (path: Path) => Generator<Node>
}

interface Call extends Node {
  callee: Node & { object?: Node; property?: { name?: string } }
  arguments: Node[]
}

const copyOf = (node: unknown) => structuredClone(node) as Node
const isCall = (node: Node): node is Call => node.type === 'CallExpression'
const methodOf = ({ callee }: Call) => callee.property?.name

/** `await save()` → `save()`, and → nothing, where its value is not used. */
const awaitMutator: Mutator = {
  name: 'Await',
  *mutate({ node }) {
    const { type, argument } = (node.expression ?? {}) as Partial<Node>
    if (node.type !== 'ExpressionStatement' || type !== 'AwaitExpression') return
    yield { ...node, expression: copyOf(argument) }
    yield { type: 'EmptyStatement' }
  },
}

/** StrykerJS itself makes these true and false. */
const isComparison = ({ type }: Node) => type === 'BinaryExpression' || type === 'LogicalExpression'

/** `isOpen && mayRead` → either; `isOpen ? 1 : 0` → either. */
const operandMutator: Mutator = {
  name: 'Operand',
  *mutate({ node }) {
    if (node.type === 'LogicalExpression') {
      const { left, right } = node as Node & Record<'left' | 'right', Node>
      if (!isComparison(left)) yield copyOf(right)
      if (node.operator !== '??' && !isComparison(right)) yield copyOf(left)
    }
    if (node.type === 'ConditionalExpression' && !isComparison(node.test as Node)) {
      yield copyOf(node.consequent)
      yield copyOf(node.alternate)
    }
  },
}

/** `query.where('id', '=', id)` → `query` */
const queryMutator: Mutator = {
  name: 'Query',
  *mutate({ node }) {
    if (
      isCall(node) &&
      node.callee.object &&
      /^(where|having|limit|replace|replaceAll)$/.test(methodOf(node) ?? '')
    )
      yield copyOf(node.callee.object)
  },
}

const operators = /(?<=\s|^)(and|or|is null|is not null|<|<=|>|>=|\+|-)(?=\s|$)/g
const opposites: Record<string, string> = {
  and: 'or',
  or: 'and',
  'is null': 'is not null',
  'is not null': 'is null',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '+': '-',
  '-': '+',
}

/** Each operator of an SQL text → its opposite. */
const sqlMutator: Mutator = {
  name: 'Sql',
  *mutate({ node }) {
    if (node.type !== 'TaggedTemplateExpression' || (node.tag as Node).name !== 'sql') return
    for (const [index, { value }] of quasisOf(node).entries())
      for (const { 0: operator, index: at } of value.raw.matchAll(operators)) {
        const raw = value.raw.slice(0, at) + opposites[operator] + value.raw.slice(at + operator.length)
        const changed = copyOf(node)
        quasisOf(changed)[index] = { ...quasisOf(node)[index], value: { raw, cooked: raw } }
        yield changed
      }
  },
}

const quasisOf = (node: Node) =>
  (node.quasi as { quasis: { value: { raw: string; cooked: string } }[] }).quasis

/** `['host', 'date']` → without one of them */
const elementMutator: Mutator = {
  name: 'Element',
  *mutate({ node }) {
    if (node.type !== 'ArrayExpression') return
    const elements = node.elements as Node[]
    if (elements.length < 2) return
    for (const left of elements)
      yield { ...node, elements: elements.filter((element) => element !== left).map(copyOf) }
  },
}

/** `auditedTransaction(db, (trx) => enter(trx))` → `(trx) => enter(db)` */
const transactionMutator: Mutator = {
  name: 'Transaction',
  *mutate(path) {
    const { node, parentPath: user } = path
    if (node.type !== 'Identifier' || node.name !== 'trx' || !user) return
    const isUse = isCall(user.node) ? user.node.arguments.includes(node) : user.node.object === node
    const database = isUse && databaseOf(user)
    if (database) yield copyOf(database)
  },
}

/** What the transaction around it was begun on. */
function databaseOf(path: Path): Node | undefined {
  const { node, parentPath } = path
  const begins = Array.isArray(node.params) && node.params.some((parameter: Node) => parameter.name === 'trx')
  if (!begins) return parentPath ? databaseOf(parentPath) : undefined
  if (!parentPath || !isCall(parentPath.node)) return undefined
  const { callee, arguments: given } = parentPath.node
  if (callee.type === 'Identifier') return given[0] === node ? undefined : given[0]
  let begun = callee.object
  while (begun && isCall(begun) && methodOf(begun) !== 'transaction') begun = begun.callee.object
  return begun && isCall(begun) ? begun.callee.object : undefined
}

export const ownMutators = [
  awaitMutator,
  operandMutator,
  queryMutator,
  sqlMutator,
  elementMutator,
  transactionMutator,
]
