import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/layout.css'
import './ui/kinds.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followReplacedTexts } from './app/replaced-texts.ts'
import { RootErrorBoundary } from './app/root-error-boundary.tsx'
import { takeStrays } from './app/stray-files.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no element #root')

takeStrays()
followReplacedTexts()

createRoot(element).render(
  <RootErrorBoundary>
    <App />
  </RootErrorBoundary>,
)
