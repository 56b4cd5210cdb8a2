import { useWhy, WhyFields } from '../../kit/why/index.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { sayAgo } from '../../ui/durations.ts'
import { Facts } from '../../ui/facts.tsx'
import { sayTimeToday } from '../../ui/local-time.ts'
import type { Order } from './orders.ts'
import { text } from './texts.ts'

const words = {
  upgrade: { question: 'UpgradeQuestion', verb: 'UpgradeVerb' },
  downgrade: { question: 'DowngradeQuestion', verb: 'DowngradeVerb' },
  change: { question: 'ChangeQuestion', verb: 'ChangeVerb' },
  return: { question: 'ReturnQuestion', verb: 'ReturnVerb' },
} as const

interface ConfirmDeployProps {
  /** What is or was asked about. */
  readonly order: Order | null
  readonly isOpen: boolean
  /** Resolves with whether it has begun. */
  readonly onConfirm: (order: Order) => Promise<boolean>
  readonly onCancel: () => void
}

/** Asks before a release is deployed (8): up or down, to which and from which, each said once, and whom it concerns. */
export function ConfirmDeploy({ order, isOpen, onConfirm, onCancel }: ConfirmDeployProps) {
  const why = useWhy(order ? `${order.kind} ${order.server} ${order.to}` : '')
  if (!order) return null
  const { kind, server, from, to, hasFailed } = order
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={text(words[kind].question, { server, release: to })}
      caution={text(kind === 'return' && hasFailed ? 'FailedBefore' : 'RunsBefore', { release: from })}
      consequences={[text('MeansDisconnected', { server }), text('MeansPending'), text('MeansRecorded')]}
      verb={text(words[kind].verb)}
      onConfirm={why.guard((said) => onConfirm({ ...order, why: said }))}
      onCancel={onCancel}
    >
      <Facts facts={[{ label: text('Panels'), value: sayPanels(order) }]} />
      <WhyFields of={why} />
    </ConfirmDialog>
  )
}

/** '104 panels report to this server, as of 14:02:10, 3 min ago' */
export function sayPanels({ agent }: Pick<Order, 'agent'>): string {
  if (agent === null) return text('PanelsUnknown')
  const { panels, at } = agent
  const count = panels === 1 ? text('OnePanel') : text('PanelCount', { count: panels })
  const ago = sayAgo(at)
  return `${count}, ${text('PanelCountAt', { time: sayTimeToday(at), ago })}`
}
