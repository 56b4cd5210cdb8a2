import { carrierNames, type SimActivityStatus, type VendorCode } from '@support-console/contract'
import { planOf } from './billing-lines.ts'

/** One event of a demo transaction. */
export interface DemoStep {
  status: SimActivityStatus
  description: string
  /** Seconds after the transaction's first event. */
  after: number
}

interface StoryOptions {
  vendor: VendorCode
  /** Events in all. */
  count: number
  /** Whether the SIM is active after the last one. */
  endsActive: boolean
  /** Numbers from 0 to 1. */
  next: () => number
}

const refusals = [
  'The device is under contract hold.',
  'The rate plan does not exist in this account.',
  'The account is locked by another request.',
]

/** The life of a SIM as transactions of 1 to 5 events, oldest first, of `count` events in all. */
export function demoStories({ vendor, count, endsActive, next }: StoryOptions): DemoStep[][] {
  const carrier = carrierNames[vendor]
  const choose = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item
  const { name: small, larger: large } = planOf(vendor)
  let plan: string = small
  let isActive = true
  const stories: DemoStep[][] = []

  const deactivate = (): DemoStep[] => {
    isActive = false
    return [
      {
        status: 'Deactivated',
        description: choose([
          'On request of support@example.com',
          'Panel taken out of service',
          'Customer moved away',
        ]),
        after: 0,
      },
    ]
  }
  const activate = (): DemoStep[] => {
    isActive = true
    return [{ status: 'Activated', description: `Rate plan ${plan}`, after: 0 }]
  }
  const changePlan = (): DemoStep[] => {
    const from = plan
    plan = plan === small ? large : small
    const steps: DemoStep[] = [
      { status: 'ChangingRatePlan', description: `${from} to ${plan}, asked ${carrier}`, after: 0 },
      { status: 'ChangingRatePlan', description: `${carrier} accepted the change`, after: 2 },
      { status: 'RatePlanChanged', description: `Confirmed by reading the SIM at ${carrier}`, after: 46 },
      { status: 'RatePlanChanged', description: 'Billing line written', after: 47 },
    ]
    return next() < 0.6 ? steps : [steps[0], steps[2]].filter((step) => step !== undefined)
  }
  const fail = (): DemoStep[] => {
    const kind = next()
    if (kind < 0.3)
      return [
        { status: 'Error', description: `${carrier} answered 503 Service Unavailable three times`, after: 0 },
      ]
    const refusal = choose(refusals)
    if (kind < 0.7)
      return [
        { status: 'Error', description: `${carrier} refused the change. ${refusal}`, after: 0 },
        { status: 'Error', description: 'Second try after 2 s: refused again', after: 2 },
        { status: 'Activated', description: `Read at ${carrier}: still active, nothing changed`, after: 3 },
      ]
    return [
      { status: 'ChangingRatePlan', description: `${small} to ${large}, asked ${carrier}`, after: 0 },
      { status: 'ChangingRatePlan', description: `${carrier} accepted the change`, after: 1 },
      { status: 'Error', description: `No word from ${carrier} within 2 minutes`, after: 121 },
      { status: 'Error', description: `${carrier} took the change back. ${refusal}`, after: 140 },
      {
        status: 'Activated',
        description: `Read at ${carrier}: still active on the old rate plan`,
        after: 141,
      },
    ]
  }

  const story = (): DemoStep[] => {
    if (!isActive) return activate()
    const kind = next()
    if (kind < 0.5) return changePlan()
    if (kind < 0.7) return fail()
    return kind < 0.8 ? deactivate() : activate()
  }
  let left = count - 1
  while (left > 0) {
    const steps = story().slice(0, left)
    left -= steps.length
    stories.push(steps)
  }
  // One is kept for the end, so that the log agrees with the inventory.
  stories.push(endsActive ? activate() : deactivate())
  return stories
}
