import type { Permission } from '@support-console/contract/permissions'
import type { ComponentType, ReactNode } from 'react'
import type { frame } from '../texts/en-US/frame.ts'

type Key<Prefix extends string> = Extract<keyof typeof frame, `${Prefix}${string}`>

/** The program of a page, loaded when it is first opened. */
export type LoadPage = () => Promise<ComponentType>

/** What stands at an address within the frame. */
export interface Page {
  path: string
  title: Key<'Title'>
  /** The permission of its reading calls (D16); home needs none. */
  permission?: Permission
  /** None of home, which comes with the frame. */
  load?: LoadPage
}

/** A screen of the side menu (2.2), in `features/<x>/screen.tsx`: all that the frame must know of it, once. */
export interface Screen extends Page {
  /** Where the menu leads, when it leads to `path` by a redirect. */
  menuPath?: string
  /** Its address without the frame (2.3), for windows that others open. */
  barePath?: string
  menu: Key<'Menu'>
  /** After `g` this key leads there; each entry of the menu has its own. */
  letter?: string
  /** What its icon draws, inside an `Icon`. */
  icon: ReactNode
  /** The other pages that belong to it. */
  pages?: readonly { path: string; load: LoadPage }[]
}
