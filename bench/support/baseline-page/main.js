// The least that a React page with the same list can be: no router, no controls, no session.
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'

const screens = Array.from({ length: 10 }, (_, i) => `Screen ${i + 1}`)
createRoot(document.getElementById('root')).render(
  h(
    'main',
    null,
    h('h1', null, 'Baseline'),
    h(
      'ul',
      null,
      screens.map((name) => h('li', { key: name }, name)),
    ),
  ),
)
