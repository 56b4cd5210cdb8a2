import { useRuntimeConfig } from '../../api/runtime-config.ts'
import { moveRow, usePageKeys } from '../../kit/page-keys/index.ts'
import { KeyTip } from '../../kit/page-keys/key-tip.tsx'
import { useSession } from '../../session/index.ts'
import { Button } from '../../ui/button.tsx'
import { CopyIcon } from '../../ui/icons/controls.tsx'
import { RefreshIcon } from '../../ui/icons/screens.tsx'
import { copyLines } from './copy-lines.ts'
import type { Rows } from './rows.ts'
import { text } from './texts.ts'
import { type About, ticketOf } from './ticket.ts'
import type { Look } from './use-diagnosis.ts'

interface DiagnosisButtonsProps {
  readonly look: Look
  readonly onLookAgain: () => void
  readonly about?: About | undefined
  readonly rows: Rows
}

/** What a ticket needs of a look, once it is asked for. */
export function useTicketLines(look: Look | undefined, about?: About): () => readonly string[] {
  const { environment } = useRuntimeConfig()
  const email = useSession().user?.email ?? ''
  const lookout = { origin: location.origin, environment: environment.toUpperCase(), email }
  return () => (look ? ticketOf(look, lookout, about) : [])
}

/** What the head of a page offers: another look, and the look for the ticket. */
export function DiagnosisButtons({ look, onLookAgain, about, rows }: DiagnosisButtonsProps) {
  const linesOf = useTicketLines(look, about)
  const copy = () => {
    const lines = linesOf()
    void copyLines(lines, text('CopiedForTicket', { count: lines.length }))
  }
  usePageKeys([
    { key: 'r', what: text('LookAgain'), run: onLookAgain },
    { key: 'c', what: text('CopyForTicket'), run: copy },
    {
      key: 'n',
      what: text('NextStep'),
      run: () => document.querySelector<HTMLElement>('main [data-next-step]')?.click(),
    },
    { key: 'o', what: text('KeyCause'), run: () => rows.toggle('cause') },
    { key: 'j', what: text('KeyNext'), run: () => moveRow(1) },
    { key: 'k', what: text('KeyPrevious'), run: () => moveRow(-1) },
    { key: 'Escape', what: text('KeyClose'), run: rows.closeAll },
  ])
  return (
    <>
      <KeyTip keys="r">
        <Button icon={<RefreshIcon />} onPress={onLookAgain}>
          {text('LookAgain')}
        </Button>
      </KeyTip>
      <KeyTip keys="c">
        <Button icon={<CopyIcon />} onPress={copy}>
          {text('CopyForTicket')}
        </Button>
      </KeyTip>
    </>
  )
}
