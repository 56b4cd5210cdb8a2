/* Before the widgets' tests: the look and the surroundings of every page of the console. */
/// <reference types="@vitest/browser-playwright" />
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/layout.css'
import '../ui/kinds.css'
import 'axe-core'
import { type Locator, locators } from 'vitest/browser'
import { liveUnderPolicy } from './policy.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For what has no role or name of its own: rows of a table's body, a part of a widget. */
    getByCss(selector: string): Locator
  }
}
locators.extend({ getByCss: (selector: string) => `css=${selector}` })

// A widget's size is not measured in another font.
await Promise.all(
  ['Inter Variable', 'JetBrains Mono Variable'].map((font) => document.fonts.load(`1em ${font}`)),
)
liveUnderPolicy()
