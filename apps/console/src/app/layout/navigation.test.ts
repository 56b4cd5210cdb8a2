import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Navigation, type NavigationItem } from './navigation.tsx'

const item = (key: string, more: Partial<NavigationItem> = {}): NavigationItem => ({
  key,
  text: key,
  icon: null,
  url: `/${key}`,
  isActive: false,
  ...more,
})

const markup = (items: NavigationItem[]) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(Navigation, { items })))

it('2.1 an entry with submenus is a button that expands them; closed, its children are out of reach', () => {
  const html = markup([item('logs', { submenus: [item('sim-logs'), item('user-logs')] })])
  expect(html).toMatch(/<button[^>]*aria-expanded="false"/)
  expect(html).toMatch(/<ul[^>]*hidden=""[^>]*>.*href="\/sim-logs".*href="\/user-logs"/)
  expect(html).not.toContain('href="/logs"')
})

it('2.1 the entry that holds the present screen is open, and the screen is marked', () => {
  const html = markup([item('logs', { submenus: [item('sim-logs', { isActive: true })] })])
  expect(html).toMatch(/<button[^>]*aria-expanded="true"/)
  expect(html).not.toContain('hidden=""')
  expect(html).toMatch(/href="\/sim-logs"[^>]*aria-current="page"|aria-current="page"[^>]*href="\/sim-logs"/)
})
