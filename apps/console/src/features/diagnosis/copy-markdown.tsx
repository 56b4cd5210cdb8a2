import { Button } from '../../ui/button.tsx'
import { CopyIcon } from '../../ui/icons/controls.tsx'
import { copyLines, markdownOf } from './copy-lines.ts'
import { text } from './texts.ts'

/** The same for a ticket system that shows Markdown. */
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
