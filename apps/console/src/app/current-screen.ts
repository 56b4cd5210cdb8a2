import { useEffect } from 'react'
import { type UIMatch, useLocation, useMatches } from 'react-router'
import type { Page } from '../kit/screen.ts'
import { text } from '../texts/text.ts'
import { subjectOf } from './page-subject.ts'

/** What a route says of itself: the screen or the page of a thing that it shows. */
export interface RouteHandle {
  screen?: Page
}

interface CurrentScreen {
  screen: Page | undefined
  /** The page's title; an address without a screen has the product's name. */
  title: string
  /** The title for the window: with the thing that the address names before it, so that tabs tell themselves apart. */
  windowTitle: string
}

/** The screen of the present route. */
export function useCurrentScreen(): CurrentScreen {
  const matches = useMatches() as UIMatch<unknown, RouteHandle | undefined>[]
  const { search } = useLocation()
  const match = matches.findLast(({ handle }) => handle?.screen)
  const screen = match?.handle?.screen
  const title = screen ? text(screen.title) : text('ProductName')
  const subject = match && subjectOf(new URLSearchParams(search), match.params)
  return { screen, title, windowTitle: subject ? text('WindowTitle', { subject, title }) : title }
}

/** The window's title: the page's, then the product's. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === text('ProductName') ? title : text('DocumentTitle', { title })
  }, [title])
}
