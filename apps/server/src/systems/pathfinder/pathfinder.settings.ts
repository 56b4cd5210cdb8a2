import { demoAddress, demoSecret, type ValuesOf, wholeNumber } from '../../platform/settings/setting.ts'

/** The settings of Pathfinder, and how long both systems of panels may take. */
export const pathfinderSettings = [
  demoAddress('PATHFINDER_BASE_URL', '/pathfinder/v1', 'Pathfinder'),
  demoSecret('PATHFINDER_TOKEN', 'demo-pathfinder-token', 'Pathfinder token'),
  {
    name: 'PANEL_ANSWER_SECONDS',
    default: '15',
    meaning: 'How long the Remote Portal and Pathfinder may take for an answer about a panel',
    check: wholeNumber(1, 20),
  },
] as const

/** What the adapter is given of them. */
export const pathfinderOf = (values: ValuesOf<typeof pathfinderSettings>) => ({
  baseUrl: values.PATHFINDER_BASE_URL,
  token: values.PATHFINDER_TOKEN,
  answerWithinMs: values.PANEL_ANSWER_SECONDS * 1000,
})
