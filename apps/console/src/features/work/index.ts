export { WorkTray, type WorkTrayProps } from './tray.tsx'
