console.debug('x')
