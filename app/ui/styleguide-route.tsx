export { Styleguide as default } from '#app/ui/styleguide.tsx'
