// Works out HCL expressions: of the language as much as our configuration uses. What it does not know is an
// error, so that nothing is passed over. What only AWS knows stays a reference.

/** A reference to something that does not exist yet, such as an ARN; stands in texts as <path>. */
export class Reference {
    constructor(path) {
        this.path = path;
    }

    toString() {
        return `<${this.path}>`;
    }

    toJSON() {
        return this.toString();
    }
}

const FUNCTIONS = {
    jsonencode: value => JSON.stringify(value),
    toset: list => Object.fromEntries(list.map(value => [value, value])),
};

/** The value of a text as hcl2json writes it, which has expressions in ${}; scope looks a name up. */
export function evaluate(text, scope) {
    const parser = new Parser(text, scope);
    const parts = parser.template(() => parser.at === text.length);
    return parts.length === 1 ? parts[0] : parts.join('');
}

class Parser {
    constructor(text, scope) {
        this.text = text;
        this.scope = scope;
        this.at = 0;
    }

    /** Literal text and expressions, until the end. */
    template(isEnd) {
        const parts = [];
        let literal = '';
        while (!isEnd()) {
            if (this.text.startsWith('${', this.at)) {
                if (literal) {
                    parts.push(literal);
                    literal = '';
                }
                this.at += 2;
                parts.push(this.expression());
                this.expect('}');
            } else {
                if (this.text[this.at] === '\\') {
                    this.at++;
                }
                literal += this.text[this.at++];
            }
        }
        if (literal || parts.length === 0) {
            parts.push(literal);
        }
        return parts;
    }

    expression() {
        const condition = this.comparison();
        if (!this.accept('?')) {
            return condition;
        }
        const yes = this.expression();
        this.expect(':');
        const no = this.expression();
        return condition ? yes : no;
    }

    comparison() {
        const left = this.sum();
        if (this.accept('==')) {
            return left === this.sum();
        }
        return this.accept('!=') ? left !== this.sum() : left;
    }

    sum() {
        let sum = this.traversal();
        while (this.accept('+')) {
            sum += this.traversal();
        }
        return sum;
    }

    traversal() {
        let value = this.primary();
        for (;;) {
            if (this.accept('[')) {
                value = member(value, this.expression(), true);
                this.expect(']');
            } else if (this.text[this.at] === '.') {
                this.at++;
                value = member(value, this.word(), false);
            } else {
                return value;
            }
        }
    }

    primary() {
        this.blank();
        if (this.accept('"')) {
            const parts = this.template(() => this.text[this.at] === '"');
            this.at++;
            return parts.length === 1 ? parts[0] : parts.join('');
        }
        if (this.accept('[')) {
            return this.accept('for ') ? this.loop() : this.list(']');
        }
        if (this.accept('{')) {
            return this.accept('for ') ? this.loop() : this.object();
        }
        const number = /^\d+/.exec(this.text.slice(this.at));
        if (number) {
            this.at += number[0].length;
            return Number(number[0]);
        }
        const name = this.word();
        if (this.accept('(')) {
            if (!(name in FUNCTIONS)) {
                throw new Error(`the function ${name} is not known to this check`);
            }
            return FUNCTIONS[name](...this.list(')'));
        }
        return name === 'true' || name === 'false' ? name === 'true' : this.scope(name);
    }

    list(end) {
        const values = [];
        while (!this.accept(end)) {
            values.push(this.expression());
            this.accept(',');
        }
        return values;
    }

    object() {
        const object = {};
        while (!this.accept('}')) {
            this.blank();
            const key = this.text[this.at] === '"' ? this.primary() : this.word();
            this.expect('=');
            object[key] = this.expression();
            this.accept(',');
        }
        return object;
    }

    /** { for key, value in map : key => expression } */
    loop() {
        const key = this.word();
        this.expect(',');
        const value = this.word();
        this.expect('in ');
        const map = this.expression();
        this.expect(':');
        const body = this.at;
        const outer = this.scope;
        const result = {};
        for (const [name, content] of Object.entries(map)) {
            this.at = body;
            this.scope = word => (word === key ? name : word === value ? content : outer(word));
            const own = this.expression();
            this.expect('=>');
            result[own] = this.expression();
        }
        this.scope = outer;
        this.expect('}');
        return result;
    }

    word() {
        this.blank();
        const word = /^[A-Za-z_][\w-]*/.exec(this.text.slice(this.at));
        if (!word) {
            throw new Error(`a name is expected at: ${this.text.slice(this.at)}`);
        }
        this.at += word[0].length;
        return word[0];
    }

    blank() {
        this.at += /^(\s|#.*)*/.exec(this.text.slice(this.at))[0].length;
    }

    accept(token) {
        const before = this.at;
        this.blank();
        if (this.text.startsWith(token, this.at)) {
            this.at += token.length;
            return true;
        }
        this.at = before;
        return false;
    }

    expect(token) {
        if (!this.accept(token)) {
            throw new Error(`${token} is expected at: ${this.text.slice(this.at)}`);
        }
    }
}

function member(value, name, isIndex) {
    if (value instanceof Reference) {
        return new Reference(isIndex ? `${value.path}[${name}]` : `${value.path}.${name}`);
    }
    if (value === undefined || value === null || !(name in Object(value))) {
        throw new Error(`there is no ${name}`);
    }
    return value[name];
}
