// Checks a CloudFormation template against AWS's own description of all resource types: every property must
// exist, be there if it has to, and have the right type; every reference must lead somewhere. Prints a
// problem a line.
//
//   node cloudformation.mjs template.yaml
import { readFileSync } from 'node:fs';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { parse } from 'yaml';

const MOST_BYTES = 51_200; // of a template that is not put into a bucket first
const FUNCTIONS = ['Base64', 'Cidr', 'Equals', 'FindInMap', 'GetAtt', 'GetAZs', 'If', 'Join', 'Not', 'Select', 'Split', 'Sub'];
const SECTIONS = ['AWSTemplateFormatVersion', 'Description', 'Parameters', 'Conditions', 'Resources', 'Outputs'];
const RESOURCE = ['Type', 'Condition', 'DependsOn', 'DeletionPolicy', 'UpdateReplacePolicy', 'Properties'];
const PSEUDO = ['AccountId', 'NoValue', 'Partition', 'Region', 'StackId', 'StackName', 'URLSuffix'].map(name => `AWS::${name}`);

const text = readFileSync(process.argv[2], 'utf8');
const template = parse(text, { customTags: ['Ref', ...FUNCTIONS].flatMap(tags) });
const spec = loadAwsServiceSpecSync();
const { Parameters: parameters = {}, Conditions: conditions = {}, Resources: resources = {}, Outputs: outputs = {} } = template;
const problems = [];
const used = new Set();

function tags(name) {
    const key = name === 'Ref' ? name : `Fn::${name}`;
    const tag = `!${name}`;
    return [
        { tag, resolve: value => ({ [key]: name === 'GetAtt' ? split(value) : value }) },
        { tag, collection: 'seq', resolve: list => ({ [key]: list.toJSON() }) },
        { tag, collection: 'map', resolve: map => ({ [key]: map.toJSON() }) },
    ];
}

/** Resource and attribute, which may have a dot itself. */
function split(value) {
    const dot = value.indexOf('.');
    return [value.slice(0, dot), value.slice(dot + 1)];
}

function expect(holds, where, problem) {
    if (!holds) {
        problems.push(`${where}: ${problem}`);
    }
}

function described(type) {
    const found = spec.lookup('resource', 'cloudFormationType', 'equals', type);
    return found.length === 1 ? found.only() : undefined;
}

/** The name and argument of an intrinsic function; undefined for a plain value. */
function call(value) {
    const keys = value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [];
    return keys.length === 1 && (keys[0] === 'Ref' || keys[0].startsWith('Fn::')) ? [keys[0], value[keys[0]]] : undefined;
}

function reference(name, where) {
    used.add(name);
    expect(name in parameters || name in resources || PSEUDO.includes(name), where, `there is no ${name}`);
}

function attribute([name, path], where) {
    used.add(name);
    const resource = resources[name] && described(resources[name].Type);
    expect(resource, where, `there is no resource ${name}`);
    expect(!resource || path in resource.attributes || path in resource.properties, where, `${name} has no attribute ${path}`);
}

/** Looks after references wherever they stand. */
function references(value, where) {
    const [name, argument] = call(value) ?? [];
    if (name === 'Ref') {
        reference(argument, where);
    } else if (name === 'Fn::GetAtt') {
        attribute(argument, where);
    } else if (name === 'Fn::Sub') {
        const [pattern, own = {}] = [argument].flat();
        for (const [, variable] of pattern.matchAll(/\$\{(?!!)([^}]+)}/g)) {
            if (!(variable in own)) {
                variable.includes('.') ? attribute(split(variable), where) : reference(variable, where);
            }
        }
        references(own, where);
    } else if (name === 'Fn::If') {
        used.add(argument[0]);
        expect(argument[0] in conditions, where, `there is no condition ${argument[0]}`);
        references(argument.slice(1), where);
    } else if (value !== null && typeof value === 'object') {
        Object.entries(value).forEach(([key, child]) => references(child, `${where}.${key}`));
    }
}

/** Whether a value that is given or computed may stand for this type. */
function check(value, type, where) {
    const [name, argument] = call(value) ?? [];
    if (name === 'Fn::If') {
        argument.slice(1).forEach(branch => check(branch, type, where));
    } else if (name === 'Ref' && argument in parameters && type.type === 'integer') {
        expect(parameters[argument].Type === 'Number', where, `${argument} must be a Number`);
    } else if (name === 'Ref' && argument in parameters && type.type === 'array') {
        expect(/List/.test(parameters[argument].Type), where, `${argument} must be a list`);
    } else if (!name) {
        checkPlain(value, type, where);
    }
}

function checkPlain(value, type, where) {
    const isMap = value !== null && typeof value === 'object' && !Array.isArray(value);
    switch (type.type) {
        case 'ref': {
            const definition = spec.get('typeDefinition', type.reference.$ref);
            expect(isMap, where, 'must be an object');
            if (isMap) {
                checkProperties(value, definition.properties, where);
            }
            break;
        }
        case 'array':
            expect(Array.isArray(value), where, 'must be a list');
            [value].flat().forEach((element, index) => check(element, type.element, `${where}[${index}]`));
            break;
        case 'map':
            expect(isMap, where, 'must be a map');
            Object.entries(isMap ? value : {}).forEach(([key, child]) => check(child, type.element, `${where}.${key}`));
            break;
        case 'tag':
            expect(isMap && 'Key' in value && 'Value' in value, where, 'must be a tag');
            break;
        case 'union': {
            const before = problems.length;
            const fits = type.types.some(one => {
                check(value, one, where);
                return problems.splice(before).length === 0;
            });
            expect(fits, where, 'fits none of its types');
            break;
        }
        case 'boolean':
            expect(typeof value === 'boolean', where, `must be true or false, is ${JSON.stringify(value)}`);
            break;
        case 'integer':
            expect(Number.isInteger(value), where, `must be a whole number, is ${JSON.stringify(value)}`);
            break;
        case 'number':
            expect(typeof value === 'number', where, `must be a number, is ${JSON.stringify(value)}`);
            break;
        case 'string':
            expect(typeof value === 'string', where, `must be a string, is ${JSON.stringify(value)}`);
            break;
        case 'json':
        case 'date-time':
            break;
        default:
            problems.push(`${where}: type ${type.type} is not known to this check`);
    }
}

function checkProperties(values, properties, where) {
    for (const [name, property] of Object.entries(properties)) {
        expect(!property.required || name in values, where, `needs ${name}`);
    }
    for (const [name, value] of Object.entries(values)) {
        expect(name in properties, where, `has no property ${name}`);
        if (name in properties) {
            check(value, properties[name].type, `${where}.${name}`);
        }
    }
}

expect(Buffer.byteLength(text) <= MOST_BYTES, 'template', `has ${Buffer.byteLength(text)} bytes, may have ${MOST_BYTES}`);
Object.keys(template).forEach(section => expect(SECTIONS.includes(section), section, 'is no section'));
for (const [name, resource] of Object.entries(resources)) {
    const description = described(resource.Type);
    expect(/^[A-Za-z0-9]+$/.test(name), name, 'a name has letters and digits only');
    Object.keys(resource).forEach(key => expect(RESOURCE.includes(key), name, `has no ${key}`));
    expect(description, name, `there is no type ${resource.Type}`);
    [resource.DependsOn ?? []].flat().forEach(other => expect(other in resources, name, `there is no resource ${other}`));
    if (resource.Condition) {
        used.add(resource.Condition);
        expect(resource.Condition in conditions, name, `there is no condition ${resource.Condition}`);
    }
    if (description) {
        checkProperties(resource.Properties ?? {}, description.properties, name);
    }
    references(resource.Properties ?? {}, name);
}
references(conditions, 'Conditions');
for (const [name, output] of Object.entries(outputs)) {
    expect('Value' in output, name, 'needs Value');
    references(output, `Outputs.${name}`);
}
for (const name of [...Object.keys(parameters), ...Object.keys(conditions)]) {
    expect(used.has(name), name, 'is used nowhere');
}
problems.forEach(problem => console.log(problem));
