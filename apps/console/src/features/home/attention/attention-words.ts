import type { Attention } from '@support-console/contract'
import { addresses, pageOf } from '@support-console/contract/addresses'
import { culture } from '../../../texts/languages.ts'
import type { MarkKind } from '../../../ui/icons/marks.tsx'
import { text } from './texts.ts'

interface Words {
  mark: MarkKind
  fact: string
  why: string
  /** The one way on, and what its link says. */
  to: string
  way: string
}

const number = (count: number): string => count.toLocaleString(culture)

/** What is said of something that needs a person. */
export function attentionWords({ what, panels }: Attention): Words {
  if (what.kind === 'outage') return outageWords(what, panels ?? 0)
  if (what.kind === 'trouble') {
    const { system, failed, calls } = what
    const why = text('TroubleWhy', { failed: number(failed), calls: number(calls) })
    return { mark: 'warn', fact: text('Trouble', { system }), why, ...wayOfSystem(system) }
  }
  if (what.kind === 'drift') {
    const { finding, before, count } = what
    return {
      mark: 'warn',
      fact: text('DriftGrew', { finding: text(finding), grown: number(count - before) }),
      why: text('DriftWhy', { before: number(before), count: number(count) }),
      to: addresses.fleet(`finding=${finding}`),
      way: text('ShowInFleet'),
    }
  }
  if (what.kind === 'disabled') {
    const { cloudId, reason } = what
    return {
      mark: 'warn',
      fact: text('DisabledBeyond', { cloudId }),
      why: reason,
      to: pageOf('panel', cloudId),
      way: text('OpenThing', { name: cloudId }),
    }
  }
  if (what.kind === 'deployment') {
    const { server, before, after, reason } = what
    const change = before === '' ? '' : text('DeploymentWhy', { before, after })
    return {
      mark: 'error',
      fact: text('DeploymentFailed', { server }),
      why: reason || change,
      to: pageOf('csr', server),
      way: text('OpenThing', { name: server }),
    }
  }
  const { batchId, name, left, total, stoppedBy } = what
  return {
    mark: 'warn',
    fact: text('BatchLeft', { left: number(left), total: number(total) }),
    why: [name, stoppedBy === null ? text('BatchNotKnown') : text('BatchStopped', { by: stoppedBy })]
      .filter(Boolean)
      .join(' · '),
    to: addresses.simManagement({ batch: batchId }),
    way: text('OpenBatch'),
  }
}

type Outage = Extract<Attention['what'], { kind: 'outage' }>

function outageWords({ scope, id, name, members, isDown }: Outage, panels: number): Words {
  const count = number(panels)
  const of = number(members)
  const fact = panels === 1 ? text('OnePanelStopped') : text('PanelsStopped', { count })
  const all = { mark: 'error', to: addresses.webconnect(), way: text('OpenWebConnect') } as const
  if (scope === 'webconnect')
    return isDown
      ? { ...all, fact: text('WebConnectDown'), why: text('DownWhy', { count }) }
      : { ...all, fact, why: text('OfWebConnect', { of }) }
  if (scope === 'container') {
    const way = { mark: 'error', to: pageOf('container', id), way: text('OpenThing', { name: id }) } as const
    return isDown
      ? { ...way, fact: text('ContainerDown', { name: id }), why: text('DownWhy', { count }) }
      : { ...way, fact, why: text('OfContainer', { name: id, of }) }
  }
  if (scope === 'company') {
    const company = name || text('ACompany')
    const to = addresses.companyPart(Number(id), 'panels')
    return {
      mark: 'error',
      fact,
      why: text('OfCompany', { name: company, of }),
      to,
      way: text('OpenThing', { name: company }),
    }
  }
  if (scope === 'receiver')
    return {
      mark: 'error',
      fact,
      why: text('OfReceiver', { name, of }),
      to: pageOf('csr', id),
      way: text('OpenThing', { name }),
    }
  return { ...all, fact, why: text(scope === 'carrier' ? 'OfCarrier' : 'OfSimRange', { name, of }) }
}

/** Where what a system says is worked with. */
function wayOfSystem(system: string): Pick<Words, 'to' | 'way'> {
  if (system === 'Remote Portal') return { to: addresses.panels(), way: text('OpenPanels') }
  if (system === 'Pathfinder') return { to: addresses.panelEnvironment(), way: text('OpenEnvironment') }
  if (system === 'WebConnect') return { to: addresses.webconnect(), way: text('OpenWebConnect') }
  return { to: addresses.simInformation(), way: text('OpenSims') }
}
