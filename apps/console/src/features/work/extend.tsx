import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { Press } from './press.tsx'
import { text } from './texts.ts'

interface ExtendProps {
  readonly id: string
  readonly title: string
  readonly onDone?: () => void
}

/** One press keeps management of a panel disabled for an hour more. */
export function Extend({ id, title, onDone }: ExtendProps) {
  const { may } = useAccess()
  const extend = useChange('POST /panelmanagement/v1/disablings/{disablingId}/extend', text('Activity'))
  if (!may('panels.change')) return null
  const start = async () => {
    const answer = await extend.startOnce(
      { params: { disablingId: id } },
      text('ActionExtend', { name: title }),
    )
    if (answer) onDone?.()
  }
  return (
    <Press
      verb={text('Extend')}
      named={text('ExtendNamed', { name: title })}
      busy={text('Extending')}
      change={extend}
      onPress={start}
    />
  )
}
