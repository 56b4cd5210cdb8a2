import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import styles from './copy-button.module.css'
import { CheckIcon, CopyIcon } from './icons/controls.tsx'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  /** What is copied, bare. */
  readonly value: string
  /** What it is, for the label and the announcement: 'ICCID'. */
  readonly name: string
  /** `plain` with the word Copy, in the foot of a dialog; otherwise a quiet icon. */
  readonly look?: 'quiet' | 'plain'
  readonly size?: 'field' | 'tool' | 'row'
  readonly className?: string | undefined
}

/** Copies a value; the icon is a tick for 1.5 s. */
export function CopyButton({ value, name, look = 'quiet', size = 'row', className }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(name)
  const icon = isCopied ? <CheckIcon /> : <CopyIcon />
  const press = { onPress: () => copy(value) }
  if (look === 'plain')
    return (
      <Button icon={icon} className={className} {...press}>
        {isCopied ? text('Copied') : text('Copy')}
      </Button>
    )
  return (
    <Button
      look="quiet"
      size={size}
      isIconOnly
      aria-label={text('CopyNamed', { name })}
      icon={icon}
      className={[className, isCopied && styles.copied].filter(Boolean).join(' ')}
      {...press}
    />
  )
}
