import { Component, type ReactNode, Suspense } from 'react'
import { Callout } from '../../../ui/callout.tsx'
import { classes } from '../../../ui/classes.ts'
import { isForeignChange } from '../../../ui/foreign-change.ts'
import { LoadingMark } from '../../../ui/loading-mark.tsx'
import { text } from '../texts.ts'
import styles from './things.module.css'

interface BlockProps {
  /** The sheet that is printed has no room for it. */
  readonly isOffPaper?: boolean
  readonly children: ReactNode
}

/** One block of a page: it loads and fails by itself, and holds up none of the others. */
export class Block extends Component<BlockProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(error: unknown) {
    return { hasFailed: !isForeignChange(error) }
  }

  override componentDidCatch(error: unknown) {
    console.error(text('BlockFailed'), error)
  }

  override render() {
    return (
      <div className={classes('line-above', this.props.isOffPaper && styles.offPaper)}>
        {this.state.hasFailed ? (
          <Callout kind="error">{text('BlockFailed')}</Callout>
        ) : (
          <Suspense fallback={<LoadingMark />}>{this.props.children}</Suspense>
        )}
      </div>
    )
  }
}
