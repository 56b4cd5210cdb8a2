import { isApple } from './is-apple.ts'
import styles from './key-caps.module.css'

/** Keys of a shortcut as they stand on the keyboard: 'g i' one after the other, 'Mod+k' together ('Ctrl K', '⌘K'). */
export function KeyCaps({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.caps}>
      {keys.split(' ').map((key) => (
        <kbd key={key}>
          {key.replace(/^Mod\+(.)$/, (_, letter: string) => (isApple ? '⌘' : 'Ctrl ') + letter.toUpperCase())}
        </kbd>
      ))}
    </span>
  )
}
