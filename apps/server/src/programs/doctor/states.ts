import { compareStates } from '../../features/states/index.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { type Finding, findingsOf } from './finding.ts'

const { fine, warning } = findingsOf('states')

/** Without mending so many SIMs, and panels, are compared: all of a large database take minutes. */
const most = 2_000

/** Whether kept states are what the words say (D40), and companies' counts what their states add up to; mended where asked for. */
export async function lookAtStates({ db }: Pick<Database, 'db'>, isMending: boolean): Promise<Finding[]> {
  const { compared, states, counts } = await compareStates(db, { isMending, ...(!isMending && { most }) })
  const told = `${compared.toLocaleString('en-US')} kept states were compared with what was said of them, and all companies' counts`
  if (states + counts === 0) return [fine(`${told}: all agree.`)]
  const found = `${states} states and ${counts} counts differed`
  return [
    isMending
      ? fine(`${told}: ${found}, and were mended.`)
      : warning(`${told}: ${found}. Run npm run doctor -- --mend.`),
  ]
}
