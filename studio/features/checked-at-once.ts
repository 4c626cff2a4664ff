import { replacedCode } from '#studio/features/replaced-code.ts'

/**
 * Makes the Studio check a form as soon as it changes. For each field it waits until the browser has nothing else to do (sanity 6.16,
 * @sanity/validation): 800 times in a row on the front page, whose whole check takes 20 ms. On a busy machine Publish, which
 * waits for it, came 3 to 23 s late.
 */
export const checkAtOnce = () =>
  replacedCode({ name: 'check-at-once', original: 'concat(idle(), validateNode)', by: 'validateNode' })
