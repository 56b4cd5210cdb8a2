export { Home, type HomeProps, type HomeScreen } from './home.tsx'
