/** Made-up rows for the gallery: the same on every load, so that pictures can be compared. */

export interface SampleEvent {
  id: string
  simId: string
  status: string
  description: string
  date: Date
  transactionId: string
  later: SampleStep[]
}

export interface SampleStep {
  id: string
  status: string
  description: string
  date: Date
  subTransactionId: string
}

/** Numbers from 0 to 1 that are the same on every load. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

const hex = (next: () => number, length: number) =>
  Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join('')

const guid = (next: () => number) => [8, 4, 4, 4, 12].map((length) => hex(next, length)).join('-')

const outcomes = [
  ['Activated', 'Rate plan Panel-5MB'],
  ['RatePlanChanged', 'Panel-5MB to Panel-20MB'],
  ['Deactivated', 'On request of support@example.com'],
  ['Error', 'The carrier refused the deactivation. Device is under contract hold (40000017).'],
  ['ChangingRatePlan', 'Panel-5MB to Panel-20MB, asked AT&T'],
] as const

const newest = Date.UTC(2026, 10, 21, 14, 2, 11)

/** So many events, the newest first; some with later events. */
export function sampleEvents(count: number): SampleEvent[] {
  const next = numbers(7)
  let time = newest
  return Array.from({ length: count }, (_, index) => {
    const [status, description] = outcomes[Math.floor(next() * outcomes.length)] ?? outcomes[0]
    time -= Math.floor(next() * 900_000) + 1000
    const date = new Date(time)
    const later = index % 9 === 1 ? sampleSteps(next, time, status === 'Error') : []
    return {
      id: `event-${index + 1}`,
      simId: `890117000000000${String(Math.floor(next() * 10_000)).padStart(4, '0')}`,
      status,
      description,
      date,
      transactionId: guid(next),
      later,
    }
  })
}

function sampleSteps(next: () => number, time: number, isError: boolean): SampleStep[] {
  const steps = [
    isError
      ? ['Error', 'Second try after 2 s: refused again']
      : ['RatePlanChanged', 'Confirmed by reading the SIM at AT&T'],
    ['Activated', 'Read at AT&T: still active, nothing changed'],
  ]
  return steps.map(([status = '', description = ''], at) => ({
    id: `step-${at + 1}`,
    status,
    description,
    date: new Date(time + (at + 1) * 2000),
    subTransactionId: guid(next),
  }))
}

export interface SampleCompany {
  id: string
  name: string
  sapCompanyId: string
  salesRegion: string
  sims: number
}

const names = ['Harbor Security', 'Prairie Alarm', 'Great Lakes Guard', 'Économie Sécurité', 'Mountain Watch']

export function sampleCompanies(count: number): SampleCompany[] {
  const next = numbers(11)
  return Array.from({ length: count }, (_, index) => ({
    id: `company-${index + 1}`,
    name: `${names[index % names.length]} ${Math.floor(next() * count * 10)}`,
    sapCompanyId: String(1_000_001 + index),
    salesRegion: next() < 0.6 ? 'us' : 'ca',
    sims: Math.floor(next() * 20_000),
  }))
}
