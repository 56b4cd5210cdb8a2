import { calls, fleetGroupings, panelShows, timelineKinds, watchHours } from '@support-console/contract'
import { z } from 'zod'
import { defineTool, type Tool } from './tool.ts'

const identifier = z.string().min(1).max(100)
const page = z.number().int().min(1).max(1_000_000).optional()
const inAddress = (value: number | undefined) => (value === undefined ? undefined : String(value))

/** At most eight that read: a model reads this list before anything else. */
const reading = {
  find: defineTool({
    class: 'reading',
    title: 'Find things',
    description:
      'Finds SIMs, panels, companies, receivers, containers, people and transactions by an identifier, a part of one, or a name. Begin here.',
    input: z.strictObject({
      text: z.string().min(1).max(500),
      most: z.number().int().min(1).max(50).optional(),
    }),
    calls: [calls.findThings],
    asks: ({ text, most = 10 }) => ({
      found: { call: calls.findThings, query: { q: text, limit: String(most) } },
    }),
  }),
  look: defineTool({
    class: 'reading',
    title: 'Look at a thing',
    description:
      'What a SIM, a panel or a transaction is and belongs to, its state and since when, and what each source last said of it, as kept here.',
    input: z.strictObject({ kind: z.enum(['sim', 'panel', 'transaction']), id: identifier }),
    calls: [calls.getSimThing, calls.getPanelThing, calls.getTransactionThing],
    beside: [calls.getObservations],
    asks({ kind, id }) {
      if (kind === 'transaction') return { thing: { call: calls.getTransactionThing, params: { id } } }
      return {
        thing: { call: kind === 'sim' ? calls.getSimThing : calls.getPanelThing, params: { id } },
        observed: { call: calls.getObservations, params: { kind, id } },
      }
    },
  }),
  why: defineTool({
    class: 'reading',
    asksOutside: true,
    title: 'Why a panel or SIM does not work',
    description:
      'Diagnoses a panel or a SIM: verdict with its certainty, causes, next step, and what each source said. Asks carriers and other systems now, which may take half a minute. What could not be asked is named: it is not known, and not fine.',
    input: z.strictObject({ kind: z.enum(['panel', 'sim']), id: identifier }),
    calls: [calls.diagnosePanel, calls.diagnoseSim],
    asks: ({ kind, id }) => ({
      diagnosis:
        kind === 'panel'
          ? { call: calls.diagnosePanel, params: { cloudId: id } }
          : { call: calls.diagnoseSim, params: { iccid: id } },
    }),
  }),
  timeline: defineTool({
    class: 'reading',
    title: 'What happened',
    description:
      'What happened to a thing, the newest first: actions of people, sessions, deactivations, deployments. `before` of an answer leads to older entries.',
    input: z.strictObject({
      kind: z.enum(['sim', 'panel', 'company', 'csr', 'transaction']),
      id: identifier,
      kinds: z.array(z.enum(timelineKinds)).min(1).max(10).optional(),
      before: z.string().max(60).optional(),
      most: z.number().int().min(1).max(200).optional(),
    }),
    calls: [
      calls.getSimTimeline,
      calls.getPanelTimeline,
      calls.getCompanyTimeline,
      calls.getCsrTimeline,
      calls.getTransactionTimeline,
    ],
    asks({ kind, id, kinds, before, most = 20 }) {
      const call = {
        sim: calls.getSimTimeline,
        panel: calls.getPanelTimeline,
        company: calls.getCompanyTimeline,
        csr: calls.getCsrTimeline,
        transaction: calls.getTransactionTimeline,
      }[kind]
      const query = { kinds: kinds?.join(','), before, limit: String(most) }
      return { timeline: { call, params: { id }, query } }
    },
  }),
  fleet: defineTool({
    class: 'reading',
    title: 'What is wrong in the fleet',
    description:
      'How many panels are silent now, and what is wrong, 50 rows a page, what stops most panels first. `filter` is the query of the page /fleet, for example "finding=silent".',
    input: z.strictObject({
      by: z.enum(fleetGroupings).optional(),
      filter: z.string().max(2000).optional(),
      page,
    }),
    calls: [calls.getFleet, calls.listFleet],
    asks: ({ by, filter, page }) => ({
      overview: { call: calls.getFleet },
      findings: { call: calls.listFleet, query: { by, filter, page: inAddress(page) } },
    }),
  }),
  attention: defineTool({
    class: 'reading',
    title: 'What needs a person now',
    description:
      'The rows of Home: outages, systems that fail, work that has stopped, and who has each in hand. `isCurrent` false: what is missing here is not known to be well.',
    input: z.strictObject({}),
    calls: [calls.listAttention],
    asks: () => ({ attention: { call: calls.listAttention } }),
  }),
  company: defineTool({
    class: 'reading',
    title: 'A company',
    description:
      'What a company is and how many of its SIMs and panels are wrong; with `list` its panels or SIMs, 50 a page, of panels those alone that `show` names.',
    input: z.strictObject({
      companyId: z.number().int().min(1).max(2_147_483_647),
      list: z.enum(['panels', 'sims']).optional(),
      show: z.enum(panelShows).optional(),
      page,
    }),
    calls: [calls.getCompanyThing],
    beside: [calls.getCompanyState, calls.listCompanyPanels, calls.listCompanySims],
    asks({ companyId, list, show, page }) {
      const id = String(companyId)
      const call = list === 'sims' ? calls.listCompanySims : calls.listCompanyPanels
      const query = { show, page: inAddress(page) }
      return {
        company: { call: calls.getCompanyThing, params: { id } },
        state: { call: calls.getCompanyState, params: { companyId: id } },
        ...(list && { [list]: { call, params: { companyId: id }, query } }),
      }
    },
  }),
  usage: defineTool({
    class: 'reading',
    title: 'What a SIM used',
    description:
      "What a SIM used in its carrier's present billing period as last told, and in the last billed months, against its company's thresholds.",
    input: z.strictObject({ iccid: identifier }),
    calls: [calls.getSimUsage],
    asks: ({ iccid }) => ({ usage: { call: calls.getSimUsage, params: { simId: iccid } } }),
  }),
}

/** Only for tokens that name `mcp.write`. None of these cuts anybody off. */
const writing = {
  watch_panel: defineTool({
    class: 'writing',
    title: 'Watch a panel',
    description:
      'Has the person whose token this is told when the panel has reported for ten minutes, or is still silent after these hours.',
    input: z.strictObject({ cloudId: identifier, hours: z.literal(watchHours) }),
    calls: [calls.beginWatch],
    asks: ({ cloudId, hours }) => ({
      watch: { call: calls.beginWatch, params: { cloudId }, body: { hours } },
    }),
  }),
  take_attention: defineTool({
    class: 'writing',
    title: 'Take a row of Home in hand',
    description: 'Says on Home that the person whose token this is has the row with this `key` in hand.',
    input: z.strictObject({ key: z.string().min(1).max(200), word: z.string().max(200).optional() }),
    calls: [calls.takeAttention],
    asks: ({ key, word = '' }) => ({ taken: { call: calls.takeAttention, body: { key, word } } }),
  }),
  give_back_attention: defineTool({
    class: 'writing',
    title: 'Give a row of Home back',
    description: 'Frees the row of Home with this `key`, also where another person has it in hand.',
    input: z.strictObject({ key: z.string().min(1).max(200) }),
    calls: [calls.giveBackAttention],
    asks: ({ key }) => ({ given: { call: calls.giveBackAttention, body: { key } } }),
  }),
}

export const tools: Readonly<Record<string, Tool>> = { ...reading, ...writing }
