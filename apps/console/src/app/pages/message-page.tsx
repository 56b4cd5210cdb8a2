import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { type Fact, Facts } from '../../ui/facts.tsx'
import styles from './message-page.module.css'

interface MessagePageProps {
  icon?: ReactNode
  headline: string
  isHuge?: boolean
  /** Whether the page stands alone, without the frame: then it is the document's main part and its title. */
  isBare?: boolean
  facts?: readonly Fact[] | undefined
  actions?: ReactNode
  children?: ReactNode
}

/** A page that is a message, on the sheet in place of a screen or alone on the frame's colour. */
export function MessagePage({ icon, headline, isHuge, isBare, facts, actions, children }: MessagePageProps) {
  const Headline = isBare ? 'h1' : 'h2'
  const message = (
    <div className={classes(styles.message, facts && styles.wide)}>
      {icon && <span className={`block quiet ${styles.icon}`}>{icon}</span>}
      <Headline className={classes('anywhere below-4', styles.headline, isHuge && styles.huge)}>
        {headline}
      </Headline>
      {children && <div className={`anywhere quiet ${styles.text}`}>{children}</div>}
      {facts && (
        <div className="above-16">
          <Facts facts={facts} />
        </div>
      )}
      {actions && <div className="flex wrap gap-8 above-16">{actions}</div>}
    </div>
  )
  return isBare ? <main className={`ink ${styles.bare}`}>{message}</main> : message
}
