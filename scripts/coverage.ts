// npm run task -- coverage [NUMBER …]: each statement of the specification and each security rule with the titles of the tests that
// show it; only those whose number begins so, where some are named ('2.4', '2.4.1', 'R6').
import {
  reasonOf,
  type Statement,
  securityRules,
  shownBy,
  specification,
  statementsOf,
} from './lib/shown-by.ts'

const wanted = process.argv.slice(2)
const isWanted = ({ number }: Statement) =>
  wanted.length === 0 || wanted.some((each) => number === each || number.startsWith(`${each}.`))

const all = [specification, securityRules].flatMap(statementsOf)
const chosen = all.filter(isWanted)
for (const [i, statement] of chosen.entries()) {
  console.log(`${statement.number} ${statement.text}`)
  // What the same tests show stands together.
  if (linesBelow(chosen[i + 1]).join() !== linesBelow(statement).join())
    console.log(`${linesBelow(statement).join('\n')}\n`)
}
const without = all.filter(reasonOf)
console.log(`${all.length} statements and rules, ${without.length} without a test`)

function linesBelow(statement: Statement | undefined): string[] {
  if (!statement) return []
  const reason = reasonOf(statement)
  if (reason) return [`    ${reason}`]
  return shownBy(statement).flatMap(({ named, titles }) =>
    titles.length > 0
      ? titles.map((title) => `    ${named} › ${title}`)
      : [`    ${named} shows nothing of it`],
  )
}
