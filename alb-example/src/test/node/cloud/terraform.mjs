// Checks a Terraform configuration against the types of the providers, and works out its values. Prints JSON:
// problems; resources, each with the values of its instances; data; outputs; and for what each resource waits
// by depends_on.
//
//   node terraform.mjs folder name=value...
//
// The providers' types are read from the packages that CDK for Terraform has made of the providers' own
// schemas. Only what is used is unpacked: the package for AWS has 400 MB.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@cdktf/hcl2json';
import { evaluate, Reference } from './hcl.mjs';

const PROVIDERS = {
    aws: {
        name: '@cdktf/provider-aws@21.22.1',
        integrity: 'sha512-BuSHeaQFUL9l33pBzIMRT7cTQ69AM2mLtijjteCPhVQRmvuhuj9Lvfymf7knAMhYqAT6+Lrls9jiGVW/Us3zrQ==',
    },
    random: {
        name: '@cdktf/provider-random@12.0.1',
        integrity: 'sha512-yE9fteVRxekOl6MhJeM6sac1VkljCwGFrZxozq0aE11zTBmB4oQBr3nk9Z1A2C5C3IB/0jKmabYDNPqgrZDfNw==',
    },
};
const META = ['count', 'for_each', 'depends_on', 'lifecycle', 'provider'];
const SECTIONS = ['terraform', 'variable', 'locals', 'data', 'resource', 'output'];

const [folder, ...given] = process.argv.slice(2);
const problems = [];
const config = { variable: {}, locals: {}, data: {}, resource: {}, output: {} };

for (const file of readdirSync(folder).filter(name => name.endsWith('.tf'))) {
    const content = await parse(file, readFileSync(join(folder, file), 'utf8'));
    for (const [section, entries] of Object.entries(content)) {
        expect(SECTIONS.includes(section), file, `${section} is not known to this check`);
        if (section === 'locals') {
            Object.assign(config.locals, ...entries);
        } else if (section === 'variable' || section === 'output') {
            for (const [name, [declared]] of Object.entries(entries)) {
                expect(!(name in config[section]), file, `${section} ${name} is there twice`);
                config[section][name] = declared;
            }
        } else if (section !== 'terraform') {
            for (const [type, named] of Object.entries(entries)) {
                config[section][type] ??= {};
                for (const [name, [declared]] of Object.entries(named)) {
                    expect(!(name in config[section][type]), file, `${type}.${name} is there twice`);
                    config[section][type][name] = declared;
                }
            }
        }
    }
}

function expect(holds, where, problem) {
    if (!holds) {
        problems.push(`${where}: ${problem}`);
    }
}

// ---- What the providers know

const schemas = {};

/** Fetches the providers' packages and unpacks of them what is used, unless it is here from the last time. */
function fetch() {
    for (const [provider, { name, integrity }] of Object.entries(PROVIDERS)) {
        const file = `${provider}.tgz`;
        if (!existsSync(file)) {
            const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
            if (packed.integrity !== integrity) {
                throw new Error(`${name} is not the package that it was: ${packed.integrity}`);
            }
            renameSync(packed.filename, file);
        }
        const missing = ['resource', 'data']
            .flatMap(section => Object.keys(config[section]).map(type => [type, declaration(section, type)]))
            .filter(([type, path]) => type.startsWith(`${provider}_`) && !existsSync(path))
            .map(([, path]) => path);
        // Fails for a type that does not exist, which is found below.
        if (missing.length > 0) {
            spawnSync('tar', ['-xzf', file, ...missing]);
        }
    }
}

/** The file of a package that declares a type. */
function declaration(section, type) {
    const name = section === 'data' ? `data-${type}` : type.slice(type.indexOf('_') + 1);
    return `package/lib/${name.replaceAll('_', '-')}/index.d.ts`;
}

/** The blocks, arguments and attributes of a type, as TypeScript declares them; undefined if there is no such type. */
function schema(section, type) {
    const file = declaration(section, type);
    if (!(file in schemas)) {
        schemas[file] = existsSync(file) ? read(readFileSync(file, 'utf8')) : undefined;
    }
    return schemas[file];
}

function read(text) {
    const interfaces = {};
    for (const [, name, body] of text.matchAll(/export interface (\w+)[^{]*\{\n([\s\S]*?)\n}/g)) {
        interfaces[name] = {};
        for (const [, comment, optional, type] of body.matchAll(/\/\*\*([\s\S]*?)\*\/\s*readonly \w+(\??): (\{[\s\S]*?}|[^;]+);/g)) {
            const argument = /#(\w+) \w+#\w+}/.exec(comment)[1];
            interfaces[name][argument] = { isBlock: /^\s*\* \w+ block/.test(comment), isRequired: !optional, type };
        }
    }
    const attributes = [...text.matchAll(/^ {4}get (\w+)\(/gm)].map(([, name]) => name);
    const root = /export interface (\w+) extends cdktf\.TerraformMetaArguments/.exec(text)?.[1];
    return { interfaces, attributes, root };
}

// ---- Values

const values = {};
const underWay = new Set();

function local(name) {
    if (!(name in values)) {
        if (!(name in config.locals)) {
            throw new Error(`there is no local.${name}`);
        }
        if (underWay.has(name)) {
            throw new Error(`local.${name} is made of itself`);
        }
        underWay.add(name);
        values[name] = valueOf(config.locals[name], {});
    }
    return values[name];
}

const variables = Object.fromEntries(Object.entries(config.variable)
    .map(([name, { default: standard }]) => [name, standard ?? new Reference(`var.${name}`)]));
for (const pair of given) {
    const [name, value] = pair.split('=');
    variables[name] = ['number', 'object'].includes(typeof config.variable[name].default) ? JSON.parse(value) : value;
}

const used = new Set();
const waits = {};

function variable(all, name) {
    if (!(name in all)) {
        throw new Error(`there is no var.${name}`);
    }
    used.add(name);
    return all[name];
}

function scope(own) {
    return word => {
        if (word in own) {
            return own[word];
        }
        switch (word) {
            case 'var':
                return new Proxy(variables, { has: () => true, get: variable });
            case 'local':
                return new Proxy({}, { has: () => true, get: (_, name) => local(name) });
            default:
                return new Reference(word);
        }
    };
}

function valueOf(raw, own) {
    if (typeof raw === 'string') {
        return evaluate(raw, scope(own));
    }
    if (Array.isArray(raw)) {
        return raw.map(element => valueOf(element, own));
    }
    return raw !== null && typeof raw === 'object'
        ? Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, valueOf(value, own)]))
        : raw;
}

/** All references that a value holds, also inside of texts. */
function references(value) {
    if (value instanceof Reference) {
        return [value.path];
    }
    if (typeof value === 'string') {
        return [...value.matchAll(/<([^<>]+)>/g)].map(([, path]) => path);
    }
    return value !== null && typeof value === 'object' ? Object.values(value).flatMap(references) : [];
}

// ---- The check

function checkReference(path, where) {
    const parts = path.replace(/\[[^\]]*]/g, '').split('.');
    const section = parts[0] === 'data' ? 'data' : 'resource';
    const [type, name, attribute] = section === 'data' ? parts.slice(1) : parts;
    if (type === 'var') {
        expect(name in config.variable, where, `there is no ${path}`);
        return;
    }
    const declared = config[section][type]?.[name];
    expect(declared, where, `there is no ${section === 'data' ? 'data.' : ''}${type}.${name}`);
    const known = schema(section, type);
    if (declared && known && attribute) {
        const camel = attribute.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
        expect(known.attributes.includes(camel), where, `${type} has no attribute ${attribute}`);
    }
    const isMany = declared && ('for_each' in declared || 'count' in declared);
    expect(!isMany || path.includes('['), where, `${type}.${name} is one of several`);
}

function checkArguments(block, known, interfaces, where) {
    const dynamic = block.dynamic ?? {};
    for (const [name, { isRequired }] of Object.entries(known)) {
        expect(!isRequired || name in block || name in dynamic, where, `needs ${name}`);
    }
    for (const [name, value] of Object.entries(block)) {
        if (name === 'dynamic') {
            continue;
        }
        const argument = known[name];
        expect(argument && name !== 'id', where, `has no argument ${name}`);
        if (argument) {
            checkArgument(value, argument, interfaces, `${where}.${name}`);
        }
    }
    for (const [name, [{ content }]] of Object.entries(dynamic)) {
        expect(known[name]?.isBlock, where, `has no block ${name}`);
        checkArgument(content, known[name], interfaces, `${where}.${name}`);
    }
}

function checkArgument(value, { isBlock, type }, interfaces, where) {
    const nested = interfaces[/^\w+/.exec(type)?.[0]];
    const isBlockValue = Array.isArray(value) && value.every(one => one !== null && typeof one === 'object' && !(one instanceof Reference));
    if (isBlock) {
        expect(isBlockValue, where, 'is a block');
        (isBlockValue ? value : []).forEach(one => checkArguments(one, nested, interfaces, where));
    } else if (!(value instanceof Reference)) {
        const isList = /\[]( \||$)/.test(type);
        const isMap = type.startsWith('{');
        expect(isList === Array.isArray(value), where, isList ? 'must be a list' : 'must not be a list or block');
        expect(isMap === (value !== null && typeof value === 'object' && !Array.isArray(value)), where, isMap ? 'must be a map' : 'must not be a map');
        expect(type !== 'number' || !Number.isNaN(Number(value)), where, `must be a number, is ${JSON.stringify(value)}`);
        expect(!type.startsWith('boolean') || ['true', 'false'].includes(String(value)), where, `must be true or false, is ${JSON.stringify(value)}`);
    }
}

function instances(declared, where) {
    const each = valueOf(declared.for_each ?? {}, {});
    const own = Object.entries(each).map(([key, value]) => ({ each: { key, value } }));
    const content = Object.fromEntries(Object.entries(declared).filter(([name]) => !META.includes(name)));
    waits[where] = references(valueOf(declared.depends_on ?? [], {}));
    [...waits[where], ...references(each)].forEach(path => checkReference(path, where));
    valueOf(declared.count ?? 1, {});
    return ('for_each' in declared ? own : [{}])
        .map(scopeOfOne => valueOf(content, { ...scopeOfOne, ...dynamics(content) }));
}

/** The names that dynamic blocks bring for their content. */
function dynamics(content) {
    return Object.fromEntries(Object.keys(content.dynamic ?? {}).map(name => [name, { key: name, value: name }]));
}

function attempt(where, act) {
    try {
        return act();
    } catch (failure) {
        problems.push(`${where}: ${failure.message}`);
        return undefined;
    }
}

fetch();
const resolved = { resource: {}, data: {} };
for (const section of ['resource', 'data']) {
    for (const [type, named] of Object.entries(config[section])) {
        const known = schema(section, type);
        expect(known, type, `there is no such ${section}`);
        resolved[section][type] = {};
        for (const [name, declared] of Object.entries(named)) {
            const where = `${type}.${name}`;
            const all = attempt(where, () => instances(declared, where)) ?? [];
            resolved[section][type][name] = all;
            for (const instance of all) {
                references(instance).forEach(path => checkReference(path, where));
                if (known) {
                    checkArguments(instance, known.interfaces[known.root], known.interfaces, where);
                }
            }
        }
    }
}
const outputs = {};
for (const [name, declared] of Object.entries(config.output)) {
    expect('value' in declared, `output.${name}`, 'needs value');
    outputs[name] = attempt(`output.${name}`, () => valueOf(declared.value, {}));
    references(outputs[name]).forEach(path => checkReference(path, `output.${name}`));
}
Object.keys(config.locals).forEach(name => attempt(`local.${name}`, () => local(name)));
Object.keys(variables).forEach(name => expect(used.has(name), `var.${name}`, 'is used nowhere'));
console.log(JSON.stringify({ problems: [...new Set(problems)], ...resolved, outputs, waits }));
