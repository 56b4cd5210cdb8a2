import { parseSync } from 'rolldown/utils'
import { expect, it } from 'vitest'
import { type Node, ownMutators, type Path } from './own-mutators.ts'

/** What each node of a source becomes: texts of the source where the mutant is a part of it. */
function mutantsOf(source: string): string[] {
  const mutants: string[] = []
  const visit = (node: Node, parentPath: Path | null) => {
    const path = { node, parentPath }
    for (const mutator of ownMutators)
      for (const mutant of mutator.mutate(path)) mutants.push(`${mutator.name}: ${textOf(mutant, source)}`)
    for (const part of Object.values(node).flat())
      if (part && typeof part === 'object' && 'type' in part) visit(part as Node, path)
  }
  visit(parseSync('source.ts', source).program as unknown as Node, null)
  return mutants
}

function textOf(node: Node, source: string): string {
  const { elements, expression, quasi } = node as Node & {
    elements?: Node[]
    expression?: Node
    quasi?: { quasis: { value: { raw: string } }[] }
  }
  if (node.type === 'EmptyStatement') return ''
  if (elements) return `[${elements.map((element) => textOf(element, source)).join(', ')}]`
  if (quasi) return quasi.quasis.map(({ value }) => value.raw).join('…')
  if (expression) return textOf(expression, source)
  return source.slice(Number(node.start), Number(node.end))
}

it.each([
  ['await save(entry)', ['Await: save(entry)', 'Await: ']],
  ['const saved = await save(entry)', []],
  ['if (isOpen && mayRead) save()', ['Operand: mayRead', 'Operand: isOpen']],
  ['if (at > end || !isOpen) save()', ['Operand: at > end']],
  ['save(kept ?? fresh)', ['Operand: fresh']],
  ['save(may(right) ? row : null)', ['Operand: row', 'Operand: null']],
  ['save(at > end ? row : null)', []],
  ["db.update('sim').where('id', '=', id).execute()", ["Query: db.update('sim')"]],
  ["once(['host', 'date'])", ["Element: ['date']", "Element: ['host']"]],
  ["once(['host'])", []],
  [
    'const due = sql`run = $' + '{run} and ends < now()`',
    ['Sql: run = … or ends < now()', 'Sql: run = … and ends >= now()'],
  ],
  ['auditedTransaction(db, async (trx) => enter(trx, entry))', ['Transaction: db']],
  ['pool.transaction().execute(async (trx) => trx.insert(row))', ['Transaction: pool']],
  ['const enter = (trx) => trx.insert(row)', []],
])('house 9 what no mutator of StrykerJS makes of %s', (source, mutants) => {
  expect(mutantsOf(source)).toEqual(mutants)
})
