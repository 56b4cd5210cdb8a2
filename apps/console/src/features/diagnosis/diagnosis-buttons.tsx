import { Button } from '../../ui/button.tsx'
import { CopyIcon } from '../../ui/icons/controls.tsx'
import { RefreshIcon } from '../../ui/icons/screens.tsx'
import { text } from './texts.ts'
import { copyLines, ticketOf } from './ticket.ts'
import type { Look } from './use-diagnosis.ts'

/** What the head of a page offers: another look, and the look for the ticket. */
export function DiagnosisButtons({
  look,
  onLookAgain,
}: {
  readonly look: Look
  readonly onLookAgain: () => void
}) {
  return (
    <>
      <Button icon={<RefreshIcon />} onPress={onLookAgain}>
        {text('LookAgain')}
      </Button>
      <Button
        icon={<CopyIcon />}
        onPress={() => {
          const lines = ticketOf(look, location.origin)
          void copyLines(lines, text('CopiedForTicket', { count: lines.length }))
        }}
      >
        {text('CopyForTicket')}
      </Button>
    </>
  )
}
