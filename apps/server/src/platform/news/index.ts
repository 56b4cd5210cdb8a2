export { registerNews } from './news.routes.ts'
export { createNews } from './news.ts'
