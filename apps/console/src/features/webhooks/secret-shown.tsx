import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { text } from './texts.ts'

interface SecretShownProps {
  readonly name: string
  readonly secret: string
  readonly onDone: () => void
}

/** A secret, once: no Escape and no press elsewhere takes it away. */
export function SecretShown({ name, secret, onDone }: SecretShownProps) {
  return (
    <Dialog
      isOpen
      title={text('SecretTitle', { name })}
      actions={
        <>
          <CopyButton look="plain" value={secret} name={text('Secret')} />
          <Button look="primary" onPress={onDone}>
            {text('SecretDone')}
          </Button>
        </>
      }
    >
      <p>{text('SecretOnce')}</p>
      <TextField label={text('Secret')} value={secret} isReadOnly isMono autoComplete="off" />
    </Dialog>
  )
}
