import type { Attention, FleetFindingKind, OutageScope } from '@support-console/contract'
import { addresses, pageOf } from '@support-console/contract/addresses'
import { attentionFigures } from '@support-console/contract/attention.words'
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

/** What is said of something that needs a person. */
export function attentionWords(row: Attention): Words {
  const { code, of, panels, figures, note } = row
  const name = nameOf(row)
  const counts = Object.fromEntries(
    attentionFigures.map((figure) => [figure, figures[figure] ?? 0]),
  ) as Record<(typeof attentionFigures)[number], number>
  const said = { ...counts, name, note, panels: panels ?? 0 }
  const way = wayTo(of, name)
  const errors = { ...way, mark: 'error' } as const
  const warns = { ...way, mark: 'warn' } as const
  if (code === 'outage' || code === 'silent')
    return {
      ...errors,
      fact: stopped(row, said),
      why: [
        text(`Of-${of.kind as OutageScope}`, said),
        ...(figures.usual === undefined ? [] : [text('Usually', said)]),
      ].join(' '),
    }
  if (code === 'down')
    return {
      ...errors,
      fact: of.kind === 'webconnect' ? text('WebConnectDown') : text('ContainerDown', said),
      why: text('DownWhy', said),
    }
  if (code === 'late') return { ...warns, fact: text('ContainerLate', said), why: text('DownWhy', said) }
  if (code === 'core-down') return { ...errors, fact: text('CoreDown', said), why: note }
  if (code === 'other-release') return { ...warns, fact: text('OtherRelease', said), why: note }
  if (code === 'agent-silent') return { ...warns, fact: text('AgentSilent', said), why: note }
  if (code === 'not-deployed') return { ...errors, fact: text('NotDeployed', said), why: note }
  if (code === 'waves-paused') return { ...warns, fact: text('WavesPaused', said), why: note }
  if (code === 'still-disabled') return { ...warns, fact: text('StillDisabled', said), why: note }
  if (code === 'failing') return { ...warns, fact: text('Failing', said), why: text('FailingWhy', said) }
  if (code === 'webhook-failing' || code === 'webhook-off' || code === 'webhook-ends')
    return { ...warns, fact: sayWebhook(row, said), why: text('WebhookWhy') }
  if (code === 'grown') return { ...warns, fact: text('Grown', said), why: text('GrownWhy', said) }
  const why = code === 'batch-stopped' ? text('BatchStopped', said) : text('BatchNotKnown')
  return { ...warns, fact: text('BatchLeft', said), why: [row.name, why].filter(Boolean).join(' · ') }
}

function sayWebhook({ code, figures: { days } }: Attention, said: { name: string; days: number }): string {
  if (code === 'webhook-off') return text('WebhookOff', said)
  if (code === 'webhook-failing') return text('WebhookFailing', said)
  return days === 0 ? text('WebhookEnded', said) : text('WebhookEnds', said)
}

function stopped({ code, panels }: Attention, said: { panels: number }): string {
  if (code === 'silent') return text('PanelsSilent', said)
  return panels === 1 ? text('OnePanelStopped') : text('PanelsStopped', said)
}

function nameOf({ of: { kind, id }, name }: Attention): string {
  if (kind === 'finding') return text(id as FleetFindingKind)
  return kind === 'company' ? name || text('ACompany') : name
}

/** Where what is wrong is worked with. */
function wayTo({ kind, id }: Attention['of'], name: string): Pick<Words, 'to' | 'way'> {
  if (kind === 'finding') return { to: addresses.fleet(`finding=${id}`), way: text('ShowInFleet') }
  if (kind === 'batch') return { to: addresses.simManagement({ batch: id }), way: text('OpenBatch') }
  if (kind === 'webhook') return { to: addresses.webhooks(id), way: text('OpenThing', { name }) }
  if (kind === 'waves') return { to: addresses.release(id), way: text('OpenThing', { name }) }
  if (kind === 'company')
    return { to: addresses.companyPart(Number(id), 'panels'), way: text('OpenThing', { name }) }
  if (kind === 'panel' || kind === 'csr' || kind === 'container')
    return { to: pageOf(kind, id), way: text('OpenThing', { name }) }
  if (kind === 'neighbour') return wayToNeighbour(id)
  return { to: addresses.webconnect(), way: text('OpenWebConnect') }
}

function wayToNeighbour(system: string): Pick<Words, 'to' | 'way'> {
  if (system === 'Remote Portal') return { to: addresses.panels(), way: text('OpenPanels') }
  if (system === 'Pathfinder') return { to: addresses.panelEnvironment(), way: text('OpenEnvironment') }
  if (system === 'WebConnect') return { to: addresses.webconnect(), way: text('OpenWebConnect') }
  return { to: addresses.simInformation(), way: text('OpenSims') }
}
