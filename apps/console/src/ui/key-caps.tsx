import { isApple } from './is-apple.ts'

/** Keys of a shortcut as they stand on the keyboard: 'g i' one after the other, 'Mod+k' together ('Ctrl K', '⌘K'). */
export function KeyCaps({ keys }: { readonly keys: string }) {
  return (
    <span className="inline gap-4">
      {keys.split(' ').map((key) => (
        <kbd key={key} className="key">
          {key.replace(/^Mod\+(.)$/, (_, letter: string) => (isApple ? '⌘' : 'Ctrl ') + letter.toUpperCase())}
        </kbd>
      ))}
    </span>
  )
}
