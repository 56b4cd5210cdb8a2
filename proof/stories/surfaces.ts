import type { CauseGroup, CompanyPanel, Diagnosis, PanelState, SearchHit } from '@support-console/contract'
import type { Truth } from '../../apps/field/src/world/truth.ts'
import { examples } from '../../packages/contract/src/addresses.facts.ts'

/** Reads, as the browser does. */
type Get = <Data>(path: string) => Promise<Data>
type Read = <Data>(path: string, body: unknown) => Promise<Data>

/** One fact, as each of the product's surfaces tells it. */
type Told = readonly { by: string; says: string }[]

/** A panel that was just asked about: what each surface says of its state, and of its cause. */
export async function tellEverywhere(
  { get, read }: { get: Get; read: Read },
  panel: string,
  { verdict }: Diagnosis,
): Promise<{ state: Told; cause: Told }> {
  const thing = await get<{ state: PanelState; company: { companyId: number } | null }>(
    `/api/things/v1/panels/${panel}`,
  )
  const { hits } = await get<{ hits: SearchHit[] }>(`/api/search/v1/find?q=${panel}`)
  const { groups } = await read<{ groups: CauseGroup[] }>('/api/diagnosis/v1/panels', { cloudIds: [panel] })
  const rows = thing.company
    ? await get<{ panels: CompanyPanel[] }>(
        `/api/companymanager/v1/companies/${thing.company.companyId}/panels?text=${panel}`,
      )
    : { panels: [] }
  const found = hits.find(({ kind, id }) => kind === 'panel' && id === panel)?.state
  const row = rows.panels.find(({ cloudId }) => cloudId === panel)?.state
  const group = groups[0]
  const states = { page: thing.state, palette: found, list: row, cause: group?.panels[0]?.state }
  return {
    state: [
      // A verdict's symptom is the panel's state, by its own words.
      { by: 'verdict', says: verdict.symptom === 'one-way' ? 'reporting' : (verdict.symptom ?? '') },
      ...Object.entries(states).flatMap(([by, state]) => (state ? [{ by, says: state.state }] : [])),
    ],
    cause: [
      { by: 'page', says: sayCause(verdict.state, verdict.causes[0]?.code) },
      { by: 'one of many', says: sayCause(group?.state, group?.code) },
      ...Object.entries(states).flatMap(([by, state]) =>
        state?.cause ? [{ by, says: sayCause(state.cause.state, state.cause.code) }] : [],
      ),
    ],
  }
}

const sayCause = (state: string | undefined, code: string | null | undefined): string =>
  code ?? state ?? 'nothing'

/** Who says another thing than the first. */
export const othersOf = (told: Told): Told => told.filter(({ says }) => says !== told[0]?.says)

const minute = 60_000

/**
 * What a verdict says that is not so in the world: a time that has not come, a silence that began at another time than it did (a
 * look before or after it), more panels than there are.
 */
export function findUntrue(truth: Truth, { verdict, askedAt }: Diagnosis, look = 6 * minute): string[] {
  const now = Date.parse(askedAt)
  const began = Date.parse(truth.since ?? '')
  const [cause] = verdict.causes
  const times = [verdict.since, cause?.since].flatMap((since) => (since ? [since] : []))
  const [, shown] = /^(?:All )?([\d,]+) panels/.exec(verdict.sentence) ?? []
  const panels = Number(shown?.replaceAll(',', ''))
  return [
    ...times.filter(({ at }) => Date.parse(at) > now + minute).map(({ at }) => `${at} has not come`),
    ...(verdict.since?.known === 'told' && began && Math.abs(Date.parse(verdict.since.at) - began) > 2 * look
      ? [`silent since ${truth.since}, not ${verdict.since.at}`]
      : []),
    ...(verdict.since?.after && began && Date.parse(verdict.since.after) > began + look
      ? [`silent since ${truth.since}, not after ${verdict.since.after}`]
      : []),
    ...(cause?.code === 'common-cause' && panels > (truth.cause?.panels ?? 0) * 1.5 + 10
      ? [`${truth.cause?.panels} panels are away, not ${panels}`]
      : []),
  ]
}

/** What is wrong with the next step: it leads nowhere, or ends for good what the world did not end. */
export async function findStepFaults({ get }: { get: Get }, truth: Truth, { verdict }: Diagnosis) {
  const { next } = verdict
  if (!next) return []
  const says = `${next.text} ${next.go?.text ?? ''}`
  const isFinal = /\bdeactivate\b/i.test(says) && truth.cause?.what !== 'carrier.deactivated'
  return [
    ...(isFinal ? [`'${says}' cannot be undone`] : []),
    ...(next.go && !(await answers(get, next.go.path)) ? [`'${next.go.path}' leads nowhere`] : []),
  ]
}

const screenOf = (path: string): string | undefined => path.split(/[/?]/)[1]

/** Whether an address of the console shows something: that of a thing, where the thing is known. */
async function answers(get: Get, path: string): Promise<boolean> {
  const [, kind, id] = /^\/(panels|sims|companies|transactions)\/([^/?]+)/.exec(path) ?? []
  if (kind && id) return get(`/api/things/v1/${kind}/${id}`).then(Boolean, () => false)
  return Object.values(examples)
    .flat()
    .some((known) => screenOf(known) === screenOf(path))
}
