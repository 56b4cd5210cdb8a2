import type { PersonalToken } from '@support-console/contract'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { text } from './texts.ts'
import styles from './tokens.module.css'

interface SecretProps {
  readonly of: { readonly token: PersonalToken; readonly secret: string }
  readonly onTaken: () => void
}

/** The one time that it is shown. It is in this page's memory alone, and gone with the page. */
export function Secret({ of: { token, secret }, onTaken }: SecretProps) {
  return (
    <Callout kind="warning" title={text('Once', { name: token.name })}>
      <div className={`starts ${styles.secret}`}>
        <TextField label={text('Secret')} value={secret} isReadOnly isCopyable isMono autoComplete="off" />
        <Button onPress={onTaken}>{text('Copied')}</Button>
      </div>
    </Callout>
  )
}
