import { expect, test } from 'vitest'
import { deltaJson } from '../query/run-query.ts'
import { contextOf, documentsOf, viewOf } from './query.test-support.ts'

const [BEFORE, AFTER] = documentsOf([
  { _id: 'a', title: 'One', body: [{ _key: 'x', text: 'Hi' }] },
  { _id: 'a', title: 'Two', body: [{ _key: 'x', text: 'Hi' }] },
])
const update = { before: BEFORE!, after: AFTER! }
const create = { before: null, after: AFTER! }
const remove = { before: BEFORE!, after: null }

test.each([
  ['delta::changedAny(title)', update, true],
  ['delta::changedAny((title, slug))', update, true],
  ['delta::changedAny(body[].text)', update, false],
  ['delta::changedOnly(title)', update, true],
  ['delta::changedOnly(body)', update, false],
  // A creation changes the attributes that it sets.
  ['delta::changedAny(title)', create, true],
  ['delta::changedAny(slug)', create, false],
  ['delta::changedAny(title)', remove, true],
  ['diff::changedAny(before(), after(), title)', update, true],
  ['[operation(), delta::operation()]', create, ['create', 'create']],
  ['delta::operation()', update, 'update'],
  ['delta::operation()', remove, 'delete'],
  [
    '{title, "before": before().title, "after": after().title}',
    update,
    { title: 'Two', before: 'One', after: 'Two' },
  ],
  ['{title, "after": after()}', remove, { title: 'One', after: null }],
  ['identity()', update, 'someone'],
])('%s', (expression, delta, expected) => {
  expect(JSON.parse(deltaJson(expression, { ...contextOf(viewOf([])), delta }, {}))).toEqual(expected)
})
