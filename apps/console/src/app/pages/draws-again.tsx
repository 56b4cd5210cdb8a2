import { Component, type ReactNode } from 'react'
import { isForeignChange } from '../../ui/foreign-change.ts'

/** What someone else changed in the page never ends it (D48): its contents are drawn afresh. All else fails as ever. */
export class DrawsAgain extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    // React has thrown away what it had drawn; the same children are new ones.
    return isForeignChange(error) ? {} : { error }
  }

  override render() {
    if (this.state.error !== undefined) throw this.state.error
    return this.props.children
  }
}
