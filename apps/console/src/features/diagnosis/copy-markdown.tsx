import { Button } from '../../ui/button.tsx'
import { CopyIcon } from '../../ui/icons/controls.tsx'
import { copyLines, markdownOf } from './copy-lines.ts'
import { useTicketLines } from './diagnosis-buttons.tsx'
import { text } from './texts.ts'
import type { About } from './ticket.ts'
import type { Look } from './use-diagnosis.ts'

/** A look for a ticket system that shows Markdown. */
export const CopyLook = ({ look, about }: { readonly look: Look; readonly about: About | undefined }) => (
  <CopyMarkdown lines={useTicketLines(look, about)} />
)

/** Lines for a ticket system that shows Markdown. */
export function CopyMarkdown({ lines }: { readonly lines: () => readonly string[] }) {
  const copy = () => {
    const made = lines()
    if (made.length > 0) void copyLines(markdownOf(made), text('CopiedForTicket', { count: made.length }))
  }
  return (
    <Button icon={<CopyIcon />} onPress={copy}>
      {text('CopyMarkdown')}
    </Button>
  )
}
