import { useEffect } from 'react'
import { type UIMatch, useMatches } from 'react-router'
import { text } from '../texts/text.ts'
import type { Screen } from './screens.ts'

/** What a route says of itself: the screen that it shows, if it is one of the menu's. */
export interface RouteHandle {
  screen?: Screen
}

/** The screen of the present route, and the page's title; an address without a screen has the product's name. */
export function useCurrentScreen(): { screen: Screen | undefined; title: string } {
  const matches = useMatches() as UIMatch<unknown, RouteHandle | undefined>[]
  const screen = matches.findLast((match) => match.handle?.screen)?.handle?.screen
  return { screen, title: screen ? text(screen.title) : text('ProductName') }
}

/** The window's title: the page's, then the product's. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === text('ProductName') ? title : text('DocumentTitle', { title })
  }, [title])
}
