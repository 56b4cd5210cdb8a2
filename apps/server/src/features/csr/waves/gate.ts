import {
  type AgentStateWord,
  chanceOnceIn,
  countedAfter,
  fewestPanels,
  judgedAfter,
  shareBack,
  type WaveEvidence,
  waitsAfterCount,
} from '@support-console/contract'

/** What is known of one deployment of a wave; times in ms since 1970. */
export interface Known {
  wanted: string
  /** Why it failed; null: it succeeded. */
  failed: string | null
  endedAt: number
  orderedAt: number
  /** Asked at the order; null: it did not answer. */
  before: { panels: number; at: number } | null
  statuses: readonly Status[]
  /** Null: not read, since the last count is not there yet. */
  besides: Besides | null
  now: number
}

export interface Status {
  minutes: number
  panels: number
  /** Absent: kept by an older version of the console. */
  release?: string | undefined
  state?: AgentStateWord | undefined
}

/** What others say at the time of the last count. */
export interface Besides {
  control: Control
  /** Containers of WebConnect, and how many of them were heard of late. */
  containers: number
  heard: number
  /** Of carriers, containers and WebConnect, since the order. */
  troubles: readonly string[]
}

/** Its known panels, and those of other servers with the same container and carrier: how many there are, and are silent since the order. */
export interface Control {
  known: number
  silent: number
  others: number
  othersSilent: number
  /** How probable it is that so many of its own are silent by chance. */
  chance: number
}

export interface Verdict {
  /** `open`: it is not time yet. */
  outcome: 'open' | 'passes' | 'fails' | 'undecided'
  evidence: WaveEvidence[]
}

/** A count before is the order's where it is not older than this, in ms. */
const freshMs = 2 * 60_000
const minuteMs = 60_000
/** Of a control group that is well at most this share is silent. */
const mostSilent = (100 - shareBack) / 100

const isCount = (value: number) => Number.isInteger(value) && value >= 0

/**
 * The gate (D61). Passes only by evidence that is there and says well; fails by evidence that says wrong; everything else is
 * undecided, and no time turns it into either.
 */
export function judge(known: Known): Verdict {
  const deployment = ofDeployment(known)
  if (deployment.is === 'wrong') return { outcome: 'fails', evidence: [deployment] }
  const statuses = ofStatuses(known)
  if (statuses.is === 'wrong') return { outcome: 'fails', evidence: [deployment, statuses] }
  const last = known.statuses.find(({ minutes }) => minutes === judgedAfter)
  const dueAt = known.endedAt + (judgedAfter + waitsAfterCount) * minuteMs
  const isOpen = (!last || known.besides === null) && known.now <= dueAt
  if (isOpen) return { outcome: 'open', evidence: [deployment, statuses] }
  const panels = ofPanels(known, last)
  const control = ofControl(known.besides)
  const troubles = ofTroubles(known.besides)
  const evidence = [deployment, statuses, panels, control, troubles]
  if (evidence.every(({ is }) => is === 'well')) return { outcome: 'passes', evidence }
  const isLossItsOwn =
    panels.is === 'wrong' && troubles.is === 'well' && isWell(known.besides?.control ?? null)
  return { outcome: isLossItsOwn ? 'fails' : 'undecided', evidence }
}

function ofDeployment({ failed }: Known): WaveEvidence {
  return failed === null
    ? { part: 'deployment', is: 'well', says: 'Its agent says that the deployment succeeded.' }
    : { part: 'deployment', is: 'wrong', says: failed || 'The deployment failed.' }
}

/** All three say what is wanted, or one of them says otherwise. */
function ofStatuses({ statuses, wanted, endedAt, now }: Known): WaveEvidence {
  const part = 'statuses'
  for (const { minutes, release, state } of statuses) {
    if (state === 'failed')
      return { part, is: 'wrong', says: `Its core is down ${sayMinutes(minutes)} after the deployment.` }
    if (release !== undefined && release !== wanted)
      return { part, is: 'wrong', says: `It runs ${release} ${sayMinutes(minutes)} after the deployment.` }
  }
  const isSaid = (minutes: number) =>
    statuses.some(
      (status) => status.minutes === minutes && status.release === wanted && status.state === 'idle',
    )
  const missing = countedAfter.filter((minutes) => !isSaid(minutes))
  if (missing.length === 0)
    return { part, is: 'well', says: `It ran ${wanted} after ${countedAfter.join(', ')} minutes.` }
  const isDue = missing.some((minutes) => now > endedAt + (minutes + waitsAfterCount) * minuteMs)
  return {
    part,
    is: isDue ? 'missing' : 'open',
    says: isDue
      ? `Not known whether it ran ${wanted} after ${missing.map(sayMinutes).join(', ')}.`
      : `Still to be asked after ${missing.map(sayMinutes).join(', ')}.`,
  }
}

const sayMinutes = (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

function ofPanels({ before, orderedAt }: Known, last: Status | undefined): WaveEvidence {
  const part = 'panels'
  const isFresh = before !== null && isCount(before.panels) && Math.abs(orderedAt - before.at) <= freshMs
  if (!isFresh) return { part, is: 'missing', says: 'Its panels were not counted at the order.' }
  if (!last || !isCount(last.panels))
    return { part, is: 'missing', says: `Its panels were not counted after ${judgedAfter} minutes.` }
  const says = `${last.panels} of ${before.panels} panels are back after ${judgedAfter} minutes.`
  if (before.panels < fewestPanels)
    return {
      part,
      is: 'missing',
      says: `${says} Fewer than ${fewestPanels} reported before: a person has to decide.`,
    }
  return { part, is: last.panels * 100 >= before.panels * shareBack ? 'well' : 'wrong', says }
}

function ofControl(besides: Besides | null): WaveEvidence {
  const part = 'control'
  if (besides === null)
    return { part, is: 'missing', says: 'Its known panels were not compared with others.' }
  const { control, containers, heard } = besides
  if (containers === 0 || heard < containers)
    return { part, is: 'missing', says: `${heard} of ${containers} WebConnect containers were heard.` }
  const { known, silent, others, othersSilent, chance } = control
  if (![known, silent, others, othersSilent].every(isCount))
    return { part, is: 'missing', says: 'Its known panels could not be compared with others.' }
  if (known < 1)
    return {
      part,
      is: 'missing',
      says: 'The inventory names no panel of this server, so none can be compared.',
    }
  if (others < fewestPanels)
    return {
      part,
      is: 'missing',
      says: `No control group: ${others} panels of other servers share container and carrier.`,
    }
  const says = `${silent} of its ${known} known panels are silent, and ${othersSilent} of ${others} in the control group.`
  if (!(chance >= 0 && chance <= 1)) return { part, is: 'missing', says }
  return { part, is: chance * chanceOnceIn >= 1 ? 'well' : 'wrong', says }
}

const isWell = (control: Control | null): boolean =>
  control !== null && control.others >= fewestPanels && control.othersSilent <= control.others * mostSilent

function ofTroubles(besides: Besides | null): WaveEvidence {
  const part = 'troubles'
  if (besides === null) return { part, is: 'missing', says: 'Not known whether there was trouble elsewhere.' }
  return besides.troubles.length === 0
    ? { part, is: 'well', says: 'No carrier, container or WebConnect in trouble since the order.' }
    : { part, is: 'missing', says: `In trouble since the order: ${besides.troubles.join(', ')}.` }
}
