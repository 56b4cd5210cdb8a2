import { text } from '../../texts/text.ts'
import styles from './frame.module.css'

export function Footer({ version }: { version: string }) {
  return (
    <footer className={styles.footer}>
      <span>{text('Copyright')}</span>
      <span>{text('Version', { version })}</span>
    </footer>
  )
}
