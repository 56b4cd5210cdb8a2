import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PartsPage } from './parts-page.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      {/* /parts shows all, /parts/dialogs only those. */}
      <PartsPage wanted={location.pathname.split('/')[2]} />
    </StrictMode>,
  )
