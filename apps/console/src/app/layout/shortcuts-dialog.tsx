import { shortcuts as texts } from '../../texts/en-US/shortcuts.ts'
import { text, textsOf } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { useRemembered } from '../../ui/use-remembered.ts'
import { rememberedAs, type Shortcut } from '../shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

const ownText = textsOf(texts)

interface ShortcutsDialogProps {
  readonly isOpen: boolean
  readonly shortcuts: readonly Shortcut[]
  readonly onClose: () => void
}

/** What keys do, and whether single ones do anything (WCAG 2.1.4). */
export function ShortcutsDialog({ isOpen, shortcuts, onClose }: ShortcutsDialogProps) {
  const [remembered, remember] = useRemembered(rememberedAs, 'on')
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isDismissable
      title={ownText('KeyboardShortcuts')}
      actions={
        <Button autoFocus onPress={onClose}>
          {text('Close')}
        </Button>
      }
    >
      <dl className={styles.list}>
        {shortcuts.map(({ keys, what }) => (
          <div key={keys[0]}>
            <dt>{nameOf(what)}</dt>
            <dd>
              {keys.map((each) => (
                <KeyCaps key={each} keys={each} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={remembered === 'on'} onChange={(isOn) => remember(isOn ? 'on' : 'off')}>
        {ownText('SingleKeys')}
      </Checkbox>
    </Dialog>
  )
}

const nameOf = (what: Shortcut['what']): string =>
  what === 'search'
    ? ownText('Search')
    : what === 'list'
      ? ownText('ThisList')
      : 'said' in what
        ? what.said
        : text(what.menu)
