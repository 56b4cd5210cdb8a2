import type { Csr, CsrDeployment } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { mostDeployments } from '@support-console/contract/csr.words'
import { useQuery } from '@tanstack/react-query'
import { type ApiError, api, useAccess } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'
import { useReadAction } from '../../api/use-read-action.ts'
import { Link } from '../../kit/link.tsx'
import { ThingState } from '../../kit/thing-state/index.ts'
import { text as shared } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { TransactionLine } from '../../ui/call-banner/transaction-line.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { sayDuration } from '../../ui/durations.ts'
import { plainTime, sayTime, zoneOffset } from '../../ui/local-time.ts'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { Status } from '../../ui/status.tsx'
import { Said } from '../../ui/thing.tsx'
import { NoteLines, useNotes, WriteNote } from '../notes/index.ts'
import { sayAgent } from './agent-cell.tsx'
import { sayPanels } from './confirm-deploy.tsx'
import styles from './csr.module.css'
import { marks } from './status-cell.tsx'
import { text } from './texts.ts'

const kinds = { upgrade: 'KindUpgrade', downgrade: 'KindDowngrade', return: 'KindReturn' } as const

interface HistoryDialogProps {
  /** The server that is or was looked at. */
  readonly csr: Csr | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Who deployed what on a server, when, how it ended, how long it took, and what its agent wrote. */
export function HistoryDialog({ csr, isOpen, onClose }: HistoryDialogProps) {
  const { may } = useAccess()
  const ip = csr?.ipAddress ?? ''
  const action = text('ActionHistory', { server: csr?.server ?? '' })
  const reads = useReadAction(text('ScreenTitle'), isOpen && csr ? { key: ip, action } : null)
  const history = useQuery({
    // What a look at the row brings makes it read again.
    queryKey: ['csr-deployments', ip, csr?.csrStatus, csr?.deployment?.deploymentId],
    queryFn: async ({ signal }) => {
      const transactionId = reads.transactionOf(signal)
      const call = 'GET /csrmanagement/v1/csrs/{ip}/deployments'
      return (await api(call, { params: { ip }, signal, transactionId })).data
    },
    enabled: isOpen && csr !== null,
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before, query) => (query?.queryKey[1] === ip ? before : undefined),
  })
  useNews('csr', isOpen && csr ? history.refetch : null, (id) => id === ip)
  const notes = useNotes({ kind: 'csr', id: isOpen ? (csr?.server ?? '') : '' })
  if (!csr) return null
  const { server } = csr
  const failed = history.error !== null && !history.isFetching
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isDismissable
      title={text('HistoryOf', { server })}
      width="wide"
      actions={
        <>
          <RefreshButton
            isBusy={history.isFetching}
            onPress={() => {
              reads.record(action)
              void history.refetch()
            }}
          />
          <Button autoFocus onPress={onClose}>
            {shared('Close')}
          </Button>
        </>
      }
    >
      <p>
        <ThingState of={csr.state} /> <span className="quiet">{sayAgent(csr)}</span>
      </p>
      <p className="row wrap gap-4-12 quiet">
        {sayPanels(csr)}
        {csr.agent && csr.agent.panels > 0 && may('fleet.read') && (
          <Link to={addresses.fleetOfCsr(server)}>{text('WrongWithPanels')}</Link>
        )}
      </p>
      <NoteLines of={notes} />
      {notes.mayWrite && (
        <p className="row gap-8 quiet">
          {text('Notes')} <WriteNote of={notes} />
        </p>
      )}
      {failed && <CallBanner call={{ status: 'rejected', error: history.error as ApiError }} />}
      {!history.data && !failed && (
        <p role="status" className="quiet">
          {text('LoadingHistory')}
        </p>
      )}
      {history.data?.length === 0 && <p>{text('NoHistory', { server })}</p>}
      {history.data && history.data.length > 0 && (
        <ol className="stack" aria-label={text('HistoryOf', { server })}>
          {history.data.map((deployment, at) => (
            <Deployment key={deployment.deploymentId} deployment={deployment} isNewest={at === 0} />
          ))}
        </ol>
      )}
      {history.data && history.data.length >= mostDeployments && (
        <p className="quiet">{text('NewestFifty')}</p>
      )}
    </Dialog>
  )
}

interface DeploymentProps {
  readonly deployment: CsrDeployment
  readonly isNewest: boolean
}

function Deployment({ deployment, isNewest }: DeploymentProps) {
  const {
    kind,
    fromRelease: from,
    toRelease: to,
    createdBy: who,
    createdAt,
    startedAt,
    finishedAt,
  } = deployment
  const { outcome, reason, log, transactionId } = deployment
  const state = outcome ?? (startedAt === null ? 'Pending' : 'Running')
  return (
    <li className={`stack gap-4 line-above ${styles.deployment}`}>
      <div className="flex wrap gap-4-12">
        <Status kind={marks[state]}>{state}</Status>
        <strong>{text('FromTo', { kind: text(kinds[kind]), from, to })}</strong>
      </div>
      <p className="quiet">
        <Said>{text('AskedBy', { who, time: sayTime(createdAt) })}</Said>
        {finishedAt !== null && ` · ${text('Took', { duration: sayDuration(createdAt, finishedAt) })}`}
      </p>
      {reason !== '' && (
        <p>
          <Said>{reason}</Said>
        </p>
      )}
      {sayCounts(deployment) !== '' && <p className="quiet">{sayCounts(deployment)}</p>}
      <TransactionLine id={transactionId} />
      {log.length === 0 ? (
        <p className="quiet">{text('NoLog')}</p>
      ) : (
        <details open={isNewest}>
          <summary>
            {text('AgentLog', { zone: zoneOffset(new Date(createdAt)) })}{' '}
            <span className="quiet">{sayLines(log.length)}</span>
          </summary>
          <ol className={`stack gap-2 mono edged sunken rounded ${styles.log}`}>
            {log.map(({ at, line }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows at its end
              <li key={index}>
                <time className="faint" dateTime={at}>
                  {plainTime(at)}
                </time>{' '}
                {line}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

/** How many panels reported around it, each count with its time: 'Panels: 104 before (14:02) · 98 after 5 min (14:11)'. */
function sayCounts({ panelsBefore: before, panelsAfter }: CsrDeployment): string {
  const counts = [
    ...(before ? [text('PanelsBefore', { panels: before.panels, time: sayShortly(before.at) })] : []),
    ...panelsAfter.map(({ panels, minutes, at }) =>
      text('PanelsAfter', { panels, minutes, time: sayShortly(at) }),
    ),
  ].join(' · ')
  return counts === '' ? '' : text('PanelsAround', { counts })
}

const sayLines = (count: number): string => (count === 1 ? text('OneLine') : text('Lines', { count }))
