import { useRead } from '../../api/use-read.ts'
import { useReadAction } from '../../api/use-read-action.ts'
import { plainTime } from '../../kit/log-search/index.ts'
import { culture } from '../../texts/languages.ts'
import { text as shared } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Callout } from '../../ui/callout.tsx'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import { KeyValue, KeyValuePanel } from '../../ui/key-value.tsx'
import styles from './audit-trail.module.css'
import { Command } from './command.tsx'
import { text } from './texts.ts'

/**
 * Where the audit chain stands and by which key exports are signed (D19), read whenever the dialog opens, which is an
 * action of its own (D18).
 */
export function useTrail(isOpen: boolean) {
  const action = text('ActionTrail')
  const reads = useReadAction(text('ScreenTitle'), isOpen ? { key: 'trail', action } : null)
  const query = useRead('GET /useractiondetail/v1/trail', { action: reads, enabled: isOpen, gcTime: 0 })
  return {
    trail: query.data,
    error: query.isFetching ? null : query.error,
    retry: () => {
      reads.record(action)
      void query.refetch()
    },
  }
}

/** What an auditor notes down: the head of the chain and the key's thumbprint. */
export function TrailFacts({ trail, error, retry }: ReturnType<typeof useTrail>) {
  if (error)
    return (
      <>
        <CallBanner call={{ status: 'rejected', error }} />
        <Button size="tool" className={styles.retry} onPress={retry}>
          {shared('TryAgain')}
        </Button>
      </>
    )
  if (!trail)
    return (
      <p role="status" className="quiet">
        {text('LoadingTrail')}
      </p>
    )
  const { head, key } = trail
  return (
    <>
      <section className={`stack gap-8 ${styles.part}`} aria-label={text('ChainNow')}>
        <h3>{text('ChainNow')}</h3>
        {head ? (
          <>
            <KeyValuePanel>
              <KeyValue label={text('ChainNumber')} copyValue={String(head.number)} isMono>
                {head.number.toLocaleString(culture)}
              </KeyValue>
              <KeyValue label={text('ChainHash')} copyValue={head.hash} isMono>
                {head.hash}
              </KeyValue>
              <KeyValue label={text('ChainDate')} isMono>
                {plainTime(head.date)} UTC
              </KeyValue>
            </KeyValuePanel>
            <p className="quiet">{text('ChainWhy')}</p>
          </>
        ) : (
          <p>{text('ChainEmpty')}</p>
        )}
      </section>
      <section className={`stack gap-8 ${styles.part}`} aria-label={text('Key')}>
        <h3>{text('Key')}</h3>
        {key ? (
          <>
            <KeyValuePanel>
              <KeyValue label={text('KeyName')} copyValue={key.thumbprint} isMono>
                {key.thumbprint}
              </KeyValue>
            </KeyValuePanel>
            <p className="quiet">{text('KeyWhy')}</p>
          </>
        ) : (
          <Callout kind="warning" isLive={false}>
            {text('NoKey')}
          </Callout>
        )}
      </section>
    </>
  )
}

/** The check against a head that was noted down (docs/audit.md). */
export function ChainCommand({ head }: { readonly head: { number: number; hash: string } }) {
  const line = (hash: string) => `npm run audit:verify -- ${head.number}:${hash}`
  return (
    <KeyValue label={text('ChainCommand')} copyValue={line(head.hash)} isMono>
      <Command line={line(shortIdentifier(head.hash, 'guid'))} />
    </KeyValue>
  )
}
