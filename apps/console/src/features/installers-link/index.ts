export { useInstallersLink } from './use-installers-link.tsx'
