import { article1, article2, article3 } from './articles.ts'
import { hero1 } from './hero-1.ts'
import { hero2 } from './hero-2.ts'
import { hero3 } from './hero-3.ts'
import { hero4 } from './hero-4.ts'
import { how1, how2, how3, how4, how5 } from './how.ts'
import { appreciation, contact } from './sections.ts'

/** Every picture by its file name. */
export const scenes: Record<string, () => string> = {
  'hero-bg-1': hero1,
  'hero-bg-2': hero2,
  'hero-bg-3': hero3,
  'hero-bg-4': hero4,
  appreciation,
  contact,
  'how-1': how1,
  'how-2': how2,
  'how-3': how3,
  'how-4': how4,
  'how-5': how5,
  'article-1': article1,
  'article-2': article2,
  'article-3': article3,
}
