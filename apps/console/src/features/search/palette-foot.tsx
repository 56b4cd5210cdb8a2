import styles from './palette.module.css'
import { text } from './texts.ts'

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['↑', '↓'], text('KeyChoose')],
  [['↵'], text('KeyOpen')],
  [['Ctrl', '↵'], text('KeyNewTab')],
  [['→'], text('KeyActions')],
]

/** What the keys do. */
export function PaletteFoot() {
  return (
    <div className={`row gap-16 rigid small quiet line-above sunken ${styles.foot}`}>
      {keys.map(([caps, does]) => (
        <span key={does} className="row gap-4 nowrap">
          {caps.map((cap) => (
            <kbd key={cap} className="key">
              {cap}
            </kbd>
          ))}
          {does}
        </span>
      ))}
      <span className={`to-end ${styles.paste}`}>{text('PasteHint')}</span>
    </div>
  )
}
