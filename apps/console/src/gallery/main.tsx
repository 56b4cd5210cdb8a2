import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/layout.css'
import '../ui/kinds.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      {/* /gallery shows all, /gallery/dialogs only those. */}
      <Gallery wanted={location.pathname.split('/')[2]} />
    </StrictMode>,
  )
