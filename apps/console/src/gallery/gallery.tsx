import type { ComponentType } from 'react'
import { Button } from '../ui/button.tsx'
import { chooseTheme, themeChoices, useTheme } from '../ui/theme.ts'
import { ToastRegion } from '../ui/toast.tsx'
import styles from './gallery.module.css'

/** A section of the page: a file in sections/, or named …-section.tsx, with a title and a component. They stand in the files' order. */
interface Section {
  readonly title?: string
  readonly default: ComponentType
}

const all = [
  ...Object.entries(import.meta.glob<Section>('./sections/*.tsx', { eager: true })),
  ...Object.entries(import.meta.glob<Section>('./*-section.tsx', { eager: true })),
]
/** Every shared part in every state, or of the file only whose name has the wanted word in it. Not in production builds. */
export function Gallery({ wanted = '' }: { readonly wanted?: string | undefined }) {
  const sections = all.filter(([file]) => file.includes(wanted))
  const theme = useTheme()
  return (
    <main className={`stack one-column sheet ${styles.page}`}>
      <header className="row wrap between gap-12">
        <h1>Gallery</h1>
        <div className={`row wrap ${styles.row}`}>
          {themeChoices.map((choice) => (
            <Button
              key={choice}
              size="tool"
              aria-pressed={choice === theme}
              onPress={() => chooseTheme(choice)}
            >
              {choice}
            </Button>
          ))}
        </div>
      </header>
      {sections.map(([file, { title, default: Content }]) => (
        <section
          key={file}
          className={`stack gap-12 narrow one-column line-above ${styles.section}`}
          aria-label={title}
        >
          {title && <h2>{title}</h2>}
          <Content />
        </section>
      ))}
      <ToastRegion />
    </main>
  )
}
